import { afterAll, expect, test } from 'vitest'
import {
  getBooking,
  holdSeats,
  releaseHold,
  setPassengers,
  cancelBooking,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { cancelByOperator } from '#tests/support/makers/departures'
import { runHoldSweep } from '#tests/support/server/jobs'
import { makeId } from '#server/platform/ids'
import {
  aDevice,
  aHold,
  aPaidBooking,
  payBooking,
  expireHold,
  makeTravellers,
} from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { waitUntilBlocked } from '#tests/support/makers/waitlist'
import { type Caller, aServer } from '#tests/support/server/test-server'

const { url } = await testDatabase()
const db = openDatabase(url, { max: 24 })
const server = await aServer(db)
afterAll(async () => {
  await server.close()
  await db.destroy()
})

async function aFilledHold(trip_id: string, seats: number[], as: Caller = aDevice()) {
  const held = await aHold(server, trip_id, seats, as)
  const { reference } = held.booking
  const filled = await server.call(
    setPassengers,
    { reference, ...makeTravellers(seats) },
    { as: held.as },
  )
  return { booking: filled.data, as: held.as }
}

/** An attempt that its provider may still report as paid. */
async function anAttempt(reference: string): Promise<string> {
  const id = makeId()
  await sql`insert into payment (id, reference, payable_id, provider, channel, amount_kobo, status, expires_at)
    select ${id}, ${id}, id, 'paystack', 'transfer', total_kobo, 'pending', now() + interval '9 minutes'
    from booking, make_payable(id, 'booking', booking.reference) where reference = ${reference}`.execute(
    db,
  )
  return id
}

const see = async ({ booking, as }: { booking: { reference: string }; as: Caller }) =>
  (await server.call(getBooking, { reference: booking.reference }, { as })).data

/** Lists claims of bookings that are not entitled to them, and tickets without their claim. */
async function leaks() {
  const { rows } = await sql<{ leak: string }>`
    select 'claim of a booking ' || b.status as leak from seat_claim c join booking b on b.id = c.booking_id
    where b.status not in ('held', 'awaiting_payment', 'confirmed', 'travelled', 'completed') or c.trip_id <> b.trip_id
    union all select 'ticket without its claim' from ticket t where t.status = 'valid' and not exists (
      select from seat_claim c where c.booking_id = t.booking_id and c.trip_id = t.trip_id and c.seat = t.seat
        and c.expires_at is null)`.execute(db)
  return rows
}

test('a new hold never takes the seats from under a payment that may still land', async () => {
  const trip = await aTrip(db)
  const [a = 0, b = 0, c = 0] = trip.sellable
  const mine = aDevice()
  const first = await aFilledHold(trip.id, [a], mine)
  const attempt = await anAttempt(first.booking.reference)
  const again = await server.call(holdSeats, { trip_id: trip.id, seats: [a, b] }, { as: mine })
  expect([again.status, again.problem.code]).toEqual([409, 'seat_taken'])
  expect(again.problem.detail).toContain(`You are paying for seat ${a} already.`)
  expect((await aHold(server, trip.id, [b], mine)).booking.status).toBe('held')
  const next = await aHold(server, trip.id, [c], mine)
  expect(await see(first)).toMatchObject({ status: 'held', seats: [a] })
  expect(await payBooking(server, first.booking)).toBe('confirmed')

  await server.call(releaseHold, { reference: next.booking.reference }, { as: next.as })
  const second = await aFilledHold(trip.id, [b], mine)
  await sql`update payment set status = 'abandoned' where id = ${attempt}`.execute(db)
  expect((await aHold(server, trip.id, [b, c], mine)).booking.seats).toEqual([b, c])
  expect((await see(second)).status).toBe('expired')
})

test('an operator’s cancellation waits for a hold that is being made, and ends it', async () => {
  const trip = await aTrip(db)
  const seats = trip.sellable.slice(0, 1)
  const id = makeId()
  const fare = { lines: [], total_kobo: 0, seat_fare_kobo: 0, park_fee_kobo: 0, seats: [] }
  let cancelling: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await sql`select hold_seats(${id}, ${id}, ${trip.trip_id}, 0::smallint, 1::smallint, ${seats}::smallint[],
      '{adult}', ${id}, null, null, ${JSON.stringify(fare)}, 0, 10)`.execute(tx)
    cancelling = cancelByOperator(server, trip)
    await waitUntilBlocked(db)
  })
  await cancelling
  const { rows } = await sql`select status from booking where id = ${id}`.execute(db)
  expect(rows).toEqual([{ status: 'operator_cancelled' }])
})

test('holds and sales that race an operator’s cancellation leave nobody on the bus', async () => {
  const trip = await aTrip(db)
  const held = await aFilledHold(trip.id, trip.sellable.slice(0, 2))
  const [, outcome] = await Promise.all([
    cancelByOperator(server, trip),
    payBooking(server, held.booking),
    ...trip.sellable
      .slice(2)
      .map((seat) =>
        server.call(holdSeats, { trip_id: trip.id, seats: [seat] }, { as: aDevice() }),
      ),
  ])
  expect(['confirmed', 'refunded_late']).toContain(outcome)
  const { refunds } = await see(held)
  expect(refunds.map(({ amount_kobo }) => amount_kobo)).toEqual([held.booking.fare.total_kobo])
  const { rows } = await sql`select status from booking where trip_id = ${trip.trip_id}
    and status not in ('operator_cancelled', 'expired')`.execute(db)
  expect(rows).toEqual([])
  expect(await leaks()).toEqual([])
})

test('nobody starts to pay for a trip that its operator has just cancelled', async () => {
  const trip = await aTrip(db)
  const { booking, as } = await aFilledHold(trip.id, trip.sellable.slice(0, 1))
  await sql`update trip set status = 'cancelled' where id = ${trip.trip_id}`.execute(db)
  const started = await server.call(
    startPayment,
    { purpose: 'booking', reference: booking.reference, provider: 'paystack' },
    { as },
  )
  expect([started.status, started.problem.code]).toEqual([409, 'booking_not_open'])
})

test('money and a change of mind at the same instant end in tickets or in all of it back', async () => {
  const trip = await aTrip(db)
  for (const seat of trip.sellable) {
    const held = await aFilledHold(trip.id, [seat])
    const { reference } = held.booking
    const [outcome, released] = await Promise.all([
      payBooking(server, held.booking),
      server.call(releaseHold, { reference }, { as: held.as }),
    ])
    const { status, refunds } = await see(held)
    if (released.status === 200)
      expect([outcome, status, refunds.length]).toEqual(['refunded_late', 'cancelled', 1])
    else expect([outcome, status, refunds.length]).toEqual(['confirmed', 'confirmed', 0])
  }
  expect(await leaks()).toEqual([])
})

test('a second payment that lands while its booking is moved or cancelled goes back whole', async () => {
  const trip = await aTrip(db)
  const other = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 50 })
  for (const seat of trip.sellable.slice(0, 5)) {
    const paid = await aPaidBooking(server, trip.id, [seat])
    const { reference } = paid.booking
    const change =
      seat % 2 === 0
        ? server.call(
            rescheduleBooking,
            { reference, trip_id: other.id, seats: [seat] },
            { as: paid.as },
          )
        : server.call(cancelBooking, { reference, refund_to: 'source' }, { as: paid.as })
    const [outcome, changed] = await Promise.all([payBooking(server, paid.booking), change])
    expect([outcome, changed.status]).toEqual(['refunded_twice', 200])
    const twice = (await see(paid)).refunds.filter(({ reason }) => reason === 'paid_twice')
    expect(twice.map(({ amount_kobo }) => amount_kobo)).toEqual([paid.booking.fare.total_kobo])
  }
  expect(await leaks()).toEqual([])
})

test('of two moves of one booking at once one wins, and it sits on one bus only', async () => {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const others = [
    await aTrip(db, { operator_id, departs_in_hours: 50 }),
    await aTrip(db, { operator_id, departs_in_hours: 51 }),
  ]
  for (const seat of trip.sellable.slice(0, 4)) {
    const { booking, as } = await aPaidBooking(server, trip.id, [seat])
    const moves = await Promise.all(
      others.map(({ id }) =>
        server.call(
          rescheduleBooking,
          { reference: booking.reference, trip_id: id, seats: [seat] },
          { as },
        ),
      ),
    )
    expect(moves.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
    expect(moves.find(({ status }) => status === 409)?.problem.code).toBe('reschedule_closed')
    const { rows } = await sql`select distinct trip_id from seat_claim where booking_id =
      (select id from booking where reference = ${booking.reference})`.execute(db)
    expect(rows).toHaveLength(1)
  }
  expect(await leaks()).toEqual([])
})

test('of two bookings that move to one seat at once one gets it, the other stays where it was', async () => {
  const trip = await aTrip(db)
  const there = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 50 })
  const [a = 0, b = 0, wanted = 0] = trip.sellable
  const first = await aPaidBooking(server, trip.id, [a])
  const paid = [first, await aPaidBooking(server, trip.id, [b])]
  const moves = await Promise.all(
    paid.map(({ booking: { reference }, as }) =>
      server.call(rescheduleBooking, { reference, trip_id: there.id, seats: [wanted] }, { as }),
    ),
  )
  expect(moves.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
  const lost = await see(paid[moves[0]?.status === 409 ? 0 : 1] ?? first)
  expect(lost).toMatchObject({ status: 'confirmed', reschedules_left: 1 })
  expect(lost.trip.id).toBe(trip.id)
  expect(await leaks()).toEqual([])
})

test('sweeping and taking over the same lapsed seats at once never fails', async () => {
  const trip = await aTrip(db)
  for (let round = 0; round < 5; round += 1) {
    const lapsed = await Promise.all(trip.sellable.map((seat) => aHold(server, trip.id, [seat])))
    for (const { booking } of lapsed) await expireHold(server, booking.reference)
    const wished = [trip.sellable.slice(0, 6), trip.sellable.slice(3, 9).toReversed()]
    const [, ...answers] = await Promise.all([
      runHoldSweep(db),
      ...wished.map((seats) =>
        server.call(holdSeats, { trip_id: trip.id, seats }, { as: aDevice() }),
      ),
    ])
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
    expect(await leaks()).toEqual([])
    await sql`update booking set status = 'cancelled' where trip_id = ${trip.trip_id}`.execute(db)
    await sql`delete from seat_claim where trip_id = ${trip.trip_id}`.execute(db)
  }
})

test('trips and bookings follow the clock: departed, travelled from each stop, completed', async () => {
  const trip = await aTrip(db, { stops: ['lagos', 'ibadan', 'ilorin'], minutes: 60 })
  const [a = 0, b = 0, c = 0] = trip.sellable
  const early = await aPaidBooking(server, `${trip.trip_id}.0.2`, [a])
  const later = await aPaidBooking(server, `${trip.trip_id}.1.2`, [b])
  const unpaid = await aHold(server, `${trip.trip_id}.1.2`, [c])
  const leftMinutesAgo = (minutes: number) =>
    sql`update trip set departs_at = now() - ${minutes} * interval '1 minute', sales_close_at = now() - interval '2 days',
      arrives_at = now() + (120 - ${minutes}) * interval '1 minute' where id = ${trip.trip_id}`.execute(
      db,
    )
  const standing = async () => {
    await runHoldSweep(db)
    const { rows } = await sql<{
      status: string
    }>`select status from trip where id = ${trip.trip_id}`.execute(db)
    return [rows[0]?.status, (await see(early)).status, (await see(later)).status]
  }
  expect(await standing()).toEqual(['scheduled', 'confirmed', 'confirmed'])
  await leftMinutesAgo(5)
  expect(await standing()).toEqual(['departed', 'travelled', 'confirmed'])
  await leftMinutesAgo(65)
  expect(await standing()).toEqual(['departed', 'travelled', 'travelled'])
  await leftMinutesAgo(125)
  expect(await standing()).toEqual(['completed', 'completed', 'completed'])
  expect((await see(unpaid)).status).toBe('held')
  // Until then it may be a bus that never left, since nobody has boarded.
  await leftMinutesAgo(24 * 60 + 1)
  await expect(cancelByOperator(server, trip)).rejects.toThrow('could not find this')
})
