import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Tracking } from '#contract/parcels/tracking'
import { TrackingLine } from '#src/features/parcels/tracking/tracking-line.tsx'

afterEach(cleanup)

const stop = (place: string, km: number, at: string | null) => ({
  place,
  km,
  planned_at: '2026-11-22T16:25:00Z',
  at,
})

/** The text at each stop of a parcel that was scanned in Lagos and Ilorin. */
function lineOf(state: Tracking['state']) {
  const stops = [
    stop('Lagos', 0, '2026-11-22T06:00:00Z'),
    stop('Ibadan', 130, null),
    stop('Ilorin', 300, '2026-11-22T12:00:00Z'),
    stop('Abuja', 700, null),
  ]
  render(<TrackingLine tracking={{ stops, state, zone: 'Africa/Lagos' } as unknown as Tracking} />)
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('a stop before the last place a parcel was seen at is passed, not planned', () => {
  const [, ibadan, , abuja] = lineOf('in_transit')
  expect(ibadan).toBe('Ibadanpassed')
  expect(abuja).toMatch(/^Abujaplanned /)
})

test.each(['delivered', 'return_in_transit', 'returned', 'lost', 'on_hold'] as const)(
  'a parcel that is %s is planned nowhere',
  (state) => {
    expect(lineOf(state).at(-1)).toBe('Abuja')
  },
)
