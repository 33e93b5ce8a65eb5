import { expect, test } from 'vitest'
import {
  cancelBooking,
  changeVehicle,
  getBooking,
  previewCancellation,
} from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aTrip, sellAtCounter } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server, doJobs } = await aPaymentWorld()

/**
 * An adult and a child on a coach. The adult cancels. Then the departure gets a 15-seater, in which only the seat of
 * the adult is free, so the child gets it.
 */
async function aChildOnTheSeatOfWhoCancelled() {
  const trip = await aTrip(db, { vehicle: 'coach-49', fare_kobo: 1_000_000 })
  const { rows } = await sql<{ sellable: number[] }>`
    select sellable from vehicle_type where code = 'hiace-15'`.execute(db)
  const after = rows[0]?.sellable ?? []
  const seat = trip.sellable.find((one) => after.includes(one)) ?? 0
  const lost = trip.sellable.find((one) => !after.includes(one)) ?? 0
  await sellAtCounter(
    db,
    trip.trip_id,
    after.filter((one) => one !== seat),
  )
  const { passengers } = makeTravellers([seat, lost])
  const { booking, as } = await aPaidBooking(server, trip.id, [seat, lost], {
    passengers: passengers.map((one) => ({
      ...one,
      passenger_type: one.seat === seat ? 'adult' : 'child',
    })),
  })
  const { reference } = booking
  await server.call(cancelBooking, { reference, seats: [seat], refund_to: 'source' }, { as })
  const operator = await anOperatorKey(server, trip.operator_id)
  const changed = await server.call(
    changeVehicle,
    { id: trip.trip_id, vehicle: 'hiace-15' },
    { as: operator },
  )
  expect(changed.data).toMatchObject({ reseated: 1, refunded: 0, difference_kobo: 0 })
  expect(await doJobs()).toEqual([])
  return { booking, as, seat }
}

test('who is given the seat of a fellow traveller who cancelled has it alone, and cancels for the own price', async () => {
  const { booking, as, seat } = await aChildOnTheSeatOfWhoCancelled()
  const { reference } = booking
  const { data: now } = await server.call(getBooking, { reference }, { as })
  expect(now).toMatchObject({ status: 'confirmed', seats: [seat], passenger_types: ['child'] })

  const { data: preview } = await server.call(previewCancellation, { reference }, { as })
  const child = booking.fare.lines.find(({ label }) => label === 'Child')?.amount_kobo ?? 0
  const fees = booking.fare.lines.filter(({ code }) => code !== 'seat')
  const price_kobo = child + fees.reduce((sum, line) => sum + line.amount_kobo / 2, 0)
  expect(preview).toMatchObject({ tier: 'free', seats: [seat], refund_kobo: price_kobo })

  const { data: done } = await server.call(
    cancelBooking,
    { reference, refund_to: 'source', refund_kobo: price_kobo },
    { as },
  )
  expect(done.status).toBe('cancelled')
  expect(done.refunds.map(({ amount_kobo }) => amount_kobo)).toContain(price_kobo)
  expect(done.refunds).toHaveLength(2)
})
