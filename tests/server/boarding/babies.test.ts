import { afterAll, expect, test } from 'vitest'
import { listOperatorDepartures, reportBoardingScans } from '#contract/boarding/endpoints'
import { cancelBooking, rescheduleBooking } from '#contract/bookings/endpoints'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aScan, anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const infant_name = 'Tobi Okonkwo'

/**
 * A trip with two paid seats, the first traveller with a baby on their lap. `list` returns the manifest and `day` the
 * departure, both as the operator sees them.
 */
async function aBusWithBaby(departs_in_hours: number) {
  const trip = await aTrip(db, { departs_in_hours })
  const as = await anOperatorKey(server, trip.operator_id)
  const seats = trip.sellable.slice(0, 2)
  const paid = await aPaidBooking(server, trip.id, seats, { infant_name })
  const list = ({ trip_id }: MadeTrip = trip) => fetchManifestSeats(server, trip_id, as)
  const day = async ({ trip_id, date }: MadeTrip = trip) => {
    const { data } = await server.call(listOperatorDepartures, { date }, { as })
    return data.find((one) => one.trip_id === trip_id)
  }
  return { trip, as, paid, list, day }
}

test('a baby stands on the manifest with its adult: one person more, but no seat', async () => {
  const { trip, as, paid, list, day } = await aBusWithBaby(5)
  const [one, two] = await list()
  if (one === undefined || two === undefined) throw new Error('two seats were sold')
  expect([one.infant_name, two.infant_name]).toEqual([infant_name, null])
  expect(await list()).toHaveLength(2)
  const seats = paid.booking.fare.lines.filter(({ code }) => code === 'seat')
  expect(seats).toMatchObject([{ quantity: 2 }])
  expect(await day()).toMatchObject({ travellers: 3, aboard: 0 })
  const letIn = (seat: typeof one) =>
    server.call(reportBoardingScans, { scans: [aScan(trip.trip_id, seat)] }, { as })
  await letIn(two)
  expect(await day()).toMatchObject({ travellers: 3, aboard: 1 })
  await letIn(one)
  expect(await day()).toMatchObject({ travellers: 3, aboard: 3 })
})

test('who moves to another trip, or cancels, takes the baby on their lap along', async () => {
  const { trip, paid, list, day } = await aBusWithBaby(30)
  const next = await aTrip(db, { departs_in_hours: 54, operator_id: trip.operator_id })
  const [first = 0, second = 0] = next.sellable.slice(4)
  const { reference } = paid.booking
  const move = { reference, trip_id: next.id, seats: [first, second] }
  expect((await server.call(rescheduleBooking, move, { as: paid.as })).status).toBe(200)
  const named = async () => (await list(next)).map((row) => [row.seat, row.status, row.infant_name])
  expect(await named()).toEqual([
    [first, 'valid', infant_name],
    [second, 'valid', null],
  ])
  expect(await day(next)).toMatchObject({ travellers: 3 })
  await server.call(
    cancelBooking,
    { reference, seats: [first], refund_to: 'source' },
    { as: paid.as },
  )
  expect(await named()).toEqual([
    [first, 'cancelled', infant_name],
    [second, 'valid', null],
  ])
  expect(await day(next)).toMatchObject({ travellers: 1 })
})
