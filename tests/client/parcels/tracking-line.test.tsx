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
  const events = [{ kind: 'in_transit', at: '2026-11-22T04:36:00Z', place: 'Jibowu', words: '' }]
  const tracking = { stops, state, zone: 'Africa/Lagos', events } as unknown as Tracking
  render(<TrackingLine tracking={tracking} />)
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('the bus leaves when it was scanned on the road, not when the parcel was handed in', () => {
  const [, , ilorin] = lineOf('in_transit')
  expect(ilorin?.replaceAll('\u00a0', ' ')).toBe(
    'IlorinSun 22 Nov, 1:00 PMOn the road since Sun 22 Nov, 5:36 AM',
  )
})

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
