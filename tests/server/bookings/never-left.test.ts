import { expect, test } from 'vitest'
import {
  cancelTrip,
  changeVehicle,
  listBookings,
  previewTripCancellation,
  previewVehicleChange,
} from '#contract/bookings/endpoints'
import { updateTripStatus } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson, boardTickets } from '#tests/support/makers/travels'
import { aTrip } from '#tests/support/makers/trips'
import { aPaymentWorld, inspectBooking } from '#tests/support/worlds/payments'
import { runHoldSweep } from '#tests/support/server/jobs'

const { db, server, doJobs } = await aPaymentWorld()

/** A booking of a two-hour trip that was to leave `minutes` ago, as the clock has marked it. */
async function aBusInThePark(minutes: number, { boarded = false, vehicle = 'hiace-15' } = {}) {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada, {
    minutes: 120,
    vehicle: vehicle as 'hiace-15',
    fare_kobo: 1_000_000,
  })
  const { reference } = booking
  const { rows } = await sql<{ booking_id: string; trip_id: string; operator_id: string }>`
    with moved as (
      update trip t set departs_at = now() - make_interval(mins => ${minutes}),
        arrives_at = now() - make_interval(mins => ${minutes - 120}), sales_close_at = now() - interval '2 days'
      from booking b where b.reference = ${reference} and t.id = b.trip_id
      returning t.id as trip_id, t.schedule_id, b.id as booking_id
    ) select booking_id, trip_id, operator_id from moved join schedule s on s.id = moved.schedule_id`.execute(
    db,
  )
  const { booking_id: id = '', trip_id = '', operator_id = '' } = rows[0] ?? {}
  if (boarded) await boardTickets(db, reference)
  await runHoldSweep(db)
  const as = await anOperatorKey(server, operator_id)
  const statesNow = async () => {
    const { rows: states } = await sql<{ trip: string; booking: string }>`
      select t.status as trip, b.status as booking from booking b join trip t on t.id = b.trip_id
      where b.reference = ${reference}`.execute(db)
    return states[0]
  }
  return { ada, id, booking, trip_id, as, statesNow }
}

test('a bus that never left is delayed again, and waits with its travellers until its new time', async () => {
  const { ada, trip_id, as, statesNow } = await aBusInThePark(100)
  expect(await statesNow()).toEqual({ trip: 'departed', booking: 'travelled' })
  const { data } = await server.call(updateTripStatus, { id: trip_id, delay_minutes: 180 }, { as })
  expect(data).toMatchObject({ delay_minutes: 180, bookings_told: 1 })
  expect(await statesNow()).toEqual({ trip: 'scheduled', booking: 'confirmed' })
  await runHoldSweep(db)
  expect(await statesNow()).toEqual({ trip: 'scheduled', booking: 'confirmed' })
  const { data: coming } = await server.call(listBookings, { state: 'upcoming' }, { as: ada.as })
  expect(coming).toHaveLength(1)
})

test('a late bus that the clock calls completed is under way again, so who boards at its next stop travels too', async () => {
  const trip = await aTrip(db, { stops: ['lagos', 'ibadan', 'ilorin'], minutes: 120 })
  const { booking } = await aPaidBooking(server, `${trip.trip_id}.1.2`, trip.sellable.slice(0, 1))
  const leftAgo = async (minutes: number) => {
    await sql`
      update trip set departs_at = now() - make_interval(mins => ${minutes}),
        arrives_at = now() - make_interval(mins => ${minutes - 240}), sales_close_at = now() - interval '2 days'
      where id = ${trip.trip_id}`.execute(db)
    await runHoldSweep(db)
  }
  const statesNow = async () => {
    const { rows } = await sql<{ trip: string; booking: string }>`
      select t.status as trip, b.status as booking from booking b join trip t on t.id = b.trip_id
      where b.reference = ${booking.reference}`.execute(db)
    return rows[0]
  }
  await leftAgo(250)
  expect(await statesNow()).toEqual({ trip: 'completed', booking: 'completed' })
  const as = await anOperatorKey(server, trip.operator_id)
  await server.call(updateTripStatus, { id: trip.trip_id, delay_minutes: 180 }, { as })
  expect(await statesNow()).toEqual({ trip: 'departed', booking: 'confirmed' })
  await leftAgo(310)
  expect(await statesNow()).toEqual({ trip: 'departed', booking: 'travelled' })
  await leftAgo(430)
  expect(await statesNow()).toEqual({ trip: 'completed', booking: 'completed' })
})

test.each([
  ['never left', 'departed', 100, false],
  ['never left', 'completed', 300, false],
  ['broke down with all aboard', 'departed', 50, true],
])(
  'a bus that %s, which the clock calls %s, is cancelled: all money goes back, once',
  async (_, status, minutes, boarded) => {
    const { id, booking, trip_id, as, statesNow } = await aBusInThePark(minutes, { boarded })
    expect(await statesNow()).toMatchObject({ trip: status })
    const preview = await server.call(previewTripCancellation, { id: trip_id }, { as })
    const { total_kobo } = booking.fare
    expect(preview.data).toMatchObject({ status: 'open', travellers: 1, refund_kobo: total_kobo })
    for (let n = 0; n < 2; n += 1) {
      expect((await server.call(cancelTrip, { id: trip_id }, { as })).data.status).toBe('cancelled')
      expect(await doJobs()).toEqual([])
    }
    const now = await inspectBooking(db, { id })
    expect(now).toMatchObject({
      status: 'operator_cancelled',
      tickets: 0,
      refunds: [{ reason: 'operator_cancelled', amount_kobo: total_kobo }],
    })
    expect(now.refunds).toHaveLength(1)
    const late = await server.call(updateTripStatus, { id: trip_id, delay_minutes: 20 }, { as })
    expect(late.status).toBe(404)
  },
)

test('a bus that never left gets another vehicle: its travellers get the difference and new seats', async () => {
  const { id, trip_id, as } = await aBusInThePark(100, { vehicle: 'sprinter-18' })
  const input = { id: trip_id, vehicle: 'coach-59' }
  const preview = await server.call(previewVehicleChange, input, { as })
  expect(preview.status).toBe(200)
  expect(preview.data.difference_kobo).toBeGreaterThan(0)
  expect((await server.call(changeVehicle, input, { as })).data).toEqual(preview.data)
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, { id })).toMatchObject({
    tickets: 1,
    refunds: [{ reason: 'price_difference', amount_kobo: preview.data.difference_kobo }],
  })
})

const kinds = [
  ['with people aboard may be late for an hour', 50, true, 200],
  ['with people aboard is away an hour after its time', 70, true, 404],
  ['with nobody aboard is not away for a day', 23 * 60, false, 200],
  ['is away after a day, aboard or not', 24 * 60 + 1, false, 404],
] as const

test.each(kinds)('a bus %s', async (_, minutes, boarded, status) => {
  const { trip_id, as } = await aBusInThePark(minutes, { boarded })
  const preview = await server.call(previewTripCancellation, { id: trip_id }, { as })
  expect(preview.status).toBe(status)
  const delayed = await server.call(
    updateTripStatus,
    { id: trip_id, delay_minutes: minutes + 30 > 1440 ? 1440 : minutes + 30 },
    { as },
  )
  expect(delayed.status).toBe(status)
  if (status === 404)
    expect((await server.call(cancelTrip, { id: trip_id }, { as })).status).toBe(404)
})
