import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, formatDayShort, today } from '#lib/format'
import { FreeDaysCalendar } from '#src/features/charters/market/free-days.tsx'

afterEach(cleanup)

/** Returns what a calendar that was saved 40 days ago says of the day `ahead` days from now, such as `free`. */
function describeDay(ahead: number): string | null | undefined {
  const day = addDays(today(), ahead)
  const calendar = {
    from: addDays(today(), -40),
    until: addDays(today(), 50),
    taken: [-38, 2].map((taken) => addDays(today(), taken)),
  }
  const chosen = { from: day, until: day }
  render(<FreeDaysCalendar calendar={calendar} chosen={chosen} onChoose={() => undefined} />)
  const name = new RegExp(`^${formatDayShort(day, false)}, `)
  const button = screen.getByRole('button', { name })
  expect(button.hasAttribute('disabled')).toBe(!button.ariaLabel?.endsWith(', free'))
  return button.ariaLabel?.split(', ').at(-1)
}

test.each([
  [-41, 'past'],
  [-38, 'past'],
  [-1, 'past'],
  [0, 'free'],
  [2, 'booked'],
  [3, 'free'],
  [51, 'not bookable yet'],
])('a day %i days ahead is %s', (ahead, said) => {
  expect(describeDay(ahead)).toBe(said)
})
