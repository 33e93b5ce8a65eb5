import { expect, test } from 'vitest'
import { changeVehicle, getBooking, setPassengers } from '#contract/bookings/endpoints'
import { subscribePush } from '#contract/notifications/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aHold, aPaidBooking, expireHold, makeTravellers } from '#tests/support/makers/bookings'
import { type MadeTrip, type TripOptions, aTrip, sellAtCounter } from '#tests/support/makers/trips'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aPushWorld } from '#tests/support/worlds/push'

const { db, deps, server, doJobs, press, phone, letters } = await aPushWorld()

type VehicleCode = NonNullable<TripOptions['vehicle']>

/** Gives a departure another vehicle, of which all seats but `free` are sold, and runs the jobs that follow. */
async function change({ trip_id, operator_id }: MadeTrip, vehicle: VehicleCode, free?: number[]) {
  if (free !== undefined) {
    const { rows } = await sql<{ sellable: number[] }>`
      select sellable from vehicle_type where code = ${vehicle}`.execute(db)
    const sold = rows[0]?.sellable.filter((seat) => !free.includes(seat)) ?? []
    await sellAtCounter(db, trip_id, sold)
  }
  const as = await anOperatorKey(server, operator_id)
  const { status, text } = await server.call(changeVehicle, { id: trip_id, vehicle }, { as })
  if (status !== 200) throw new Error(text)
  expect(await doJobs()).toEqual([])
}

/** A paid booking of two seats on a coach, with a phone that listens. */
async function aCouple(seats: [number, number]) {
  const trip = await aTrip(db, { vehicle: 'coach-49' })
  const { booking, as } = await aPaidBooking(server, trip.id, seats)
  const { reference } = booking
  const one = phone()
  await server.call(subscribePush, { ...one.subscription, reference }, { as })
  expect(await doJobs()).toEqual([])
  await sql`truncate sandbox.letter`.execute(db)
  const read = async () => (await server.call(getBooking, { reference }, { as })).data
  return { trip, reference, one, read }
}

const bodies = async (kind: 'mail' | 'sms', reference: string) =>
  (await letters(kind, reference)).map(({ body }) => body).join('\n')

test('who loses a seat to another vehicle is named, and those who stay get their tickets', async () => {
  const { trip, reference, one, read } = await aCouple([3, 49])
  await change(trip, 'hiace-15', [3])
  expect(await read()).toMatchObject({ status: 'confirmed', seats: [3] })
  const sms = await bodies('sms', reference)
  expect(sms).toContain(
    `The operator changed the vehicle. It has no seat for the traveller on seat 49 of booking ${reference}.`,
  )
  expect(sms + (await bodies('mail', reference))).not.toContain('cancelled your trip')
  expect((await letters('mail', reference)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your ticket/),
  )
  expect((await one.news()).map(({ news }) => news.kind)).not.toContain('cancelled')
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('who all lose their seats to another vehicle read that, and not that the bus does not run', async () => {
  const { trip, reference, one, read } = await aCouple([48, 49])
  await change(trip, 'hiace-15', [])
  expect(await read()).toMatchObject({ status: 'operator_cancelled' })
  expect(await bodies('sms', reference)).toContain(
    `It has no seat for the travellers on seats 48, 49 of booking ${reference}.`,
  )
  expect((await one.news()).map(({ news }) => news)).toMatchObject([
    {
      kind: 'cancelled',
      title: 'Lagos to Ibadan: no seat left',
      body: expect.stringContaining('is now another vehicle, without a seat for you.'),
      trip: { status: 'operator_cancelled' },
    },
  ])
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('who gets money back for a cheaper vehicle does not read of a new trip', async () => {
  const { trip, reference } = await aCouple([10, 11])
  await change(trip, 'coach-59')
  const sms = await bodies('sms', reference)
  expect(sms).toContain(`The operator changed the vehicle of booking ${reference}.`)
  expect(sms).not.toContain('new trip')
})

test.each([
  ['became cheaper', 'comes back whole, as for all who had not paid', 'coach-59', 'expired'],
  ['is worth as much', 'still buys them', 'hiace-15', 'confirmed'],
] as const)('late money for seats of a vehicle that %s %s', async (_, __, vehicle, status) => {
  const trip = await aTrip(db, { vehicle: 'coach-49' })
  const { booking, as } = await aHold(server, trip.id, [10])
  const { reference } = booking
  await server.call(setPassengers, { reference, ...makeTravellers([10]) }, { as })
  const pay = { purpose: 'booking', reference, provider: 'paystack', channel: 'transfer' } as const
  const { data: payment } = await server.call(startPayment, pay, { as })
  await expireHold(server, reference)
  await sql`update booking set status = 'expired' where reference = ${reference}`.execute(db)
  await change(trip, vehicle)
  await press(payment, 'sent')
  expect(await doJobs()).toEqual([])
  const { amount_kobo } = payment
  expect((await server.call(getBooking, { reference }, { as })).data).toMatchObject({
    status,
    refunds: status === 'expired' ? [{ reason: 'paid_late', amount_kobo }] : [],
  })
  expect(await findLedgerViolations(deps)).toEqual([])
})
