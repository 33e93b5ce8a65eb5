import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CalendarSheet } from '#ui/sheets/calendar-sheet'

test('of years, a calendar first draws the days around the chosen one, others when they come into view', async () => {
  class NothingSeen {
    observe = () => undefined
    disconnect = () => undefined
  }
  vi.stubGlobal('IntersectionObserver', NothingSeen)
  const nothing = () => undefined
  const { findByRole, getByRole, queryByRole } = render(
    <CalendarSheet
      title="From"
      min="2022-01-10"
      max="2026-11-30"
      chosen={{ date: '2026-09-02', return_date: '' }}
      onChoose={nothing}
      onClose={nothing}
    />,
  )
  await findByRole('button', { name: /^Wednesday 2 September 2026/ })
  expect(document.querySelectorAll('[data-day]')).toHaveLength(31 + 31 + 30 + 31 + 30)
  expect(getByRole('heading', { name: 'January 2022' })).toBeDefined()
  expect(queryByRole('button', { name: /January 2022/ })).toBeNull()
  vi.unstubAllGlobals()
})
