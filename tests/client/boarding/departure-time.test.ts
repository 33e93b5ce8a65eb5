import { expect, test } from 'vitest'
import { formatDepartureMoment, formatDepartureTime } from '#features/boarding'

const bus = { departs_at: '2026-11-30T21:30:00Z', zone: 'Africa/Lagos' }
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('a departure is named by its planned time and, if it is late, by the new one', () => {
  expect(plain(formatDepartureTime(bus))).toBe('10:30 PM')
  expect(plain(formatDepartureTime({ ...bus, delay_minutes: 45 }))).toBe('10:30 PM, now 11:15 PM')
  expect(plain(formatDepartureMoment({ ...bus, delay_minutes: 45 }))).toBe(
    '30 Nov 2026, 10:30 PM, now 11:15 PM',
  )
})

test('a delay past midnight names its day', () => {
  expect(plain(formatDepartureTime({ ...bus, delay_minutes: 180 }))).toBe(
    '10:30 PM, now Tue 1 Dec, 1:30 AM',
  )
  expect(plain(formatDepartureMoment({ ...bus, delay_minutes: 180 }))).toBe(
    '30 Nov 2026, 10:30 PM, now Tue 1 Dec, 1:30 AM',
  )
})
