import { afterAll, expect, test } from 'vitest'
import { holdSeats } from '#contract/bookings/endpoints'
import { saleDays } from '#contract/sale'
import { findTrips } from '#contract/trips/endpoints'
import { testDatabase } from '#tests/support/database/test-database'
import { aDevice } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

test.each([
  [saleDays - 1, undefined],
  [saleDays + 2, 'trip_not_on_sale'],
  [saleDays + 11, 'trip_not_on_sale'],
])('a seat of a bus that leaves in %i days is sold by hold as by search', async (days, code) => {
  const trip = await aTrip(db, { stops: ['lagos', 'abuja'], departs_in_hours: days * 24 })
  const [seat = 1] = trip.sellable
  const hold = { trip_id: trip.id, seats: [seat] }
  const held = await server.call(holdSeats, hold, { as: aDevice() })
  expect(held.status === 200 ? undefined : held.problem.code).toBe(code)
  const date = new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  const found = await server.call(findTrips, { from: 'lagos', to: 'abuja', date })
  expect(found.status === 200).toBe(code === undefined)
  if (code !== undefined) expect(held.problem.detail).toContain(`${saleDays} days`)
})
