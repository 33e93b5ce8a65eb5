import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { getBooking, holdSeats, releaseHold, setPassengers } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { runHoldSweep } from '#tests/support/server/jobs'
import { openDatabase } from '#server/db/client'
import {
  aDevice,
  aHold,
  aPaidBooking,
  payBooking,
  expireHold,
  makeTravellers,
} from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip, sellAtCounter } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { url } = await testDatabase()
const db = openDatabase(url, { max: 24 })
const server = await aServer(db)
afterAll(async () => {
  await server.close()
  await db.destroy()
})

const hold = (trip_id: string, seats: number[], as = aDevice()) =>
  server.call(holdSeats, { trip_id, seats }, { as })

async function claimsOf(trip_id: string) {
  const { rows } = await sql<{ seat: number; leg: number; booking_id: string; sold: boolean }>`
    select seat, leg, booking_id, expires_at is null as sold from seat_claim
    where trip_id = ${trip_id}::uuid order by seat, leg`.execute(db)
  return rows
}

test('of forty buyers of one seat exactly one gets it, and the others are told which is gone', async () => {
  const trip = await aTrip(db)
  const [seat = 0] = trip.sellable
  const answers = await Promise.all(Array.from({ length: 40 }, () => hold(trip.id, [seat])))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, problem } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, problem.code]).toEqual([409, 'seat_taken'])
    expect(problem.fields).toEqual({ seats: `Seat ${seat} was just taken.` })
  }
  expect(await claimsOf(trip.trip_id)).toHaveLength(1)
})

test('whatever sets of seats are fought for, in whatever order, each seat has one owner and every hold is whole', async () => {
  const seats = fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 })
  const trip = await aTrip(db)
  await fc.assert(
    fc.asyncProperty(fc.array(seats, { minLength: 2, maxLength: 12 }), async (wishes) => {
      await sql`delete from seat_claim where trip_id = ${trip.trip_id}::uuid`.execute(db)
      const numbers = (wish: number[]) =>
        wish.map((at) => trip.sellable[at % trip.sellable.length] ?? 0)
      const wanted = wishes.map((wish) => [...new Set(numbers(wish))])
      const answers = await Promise.all(wanted.map((wish) => hold(trip.id, wish)))
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
      ).toEqual([])
      const won = wanted.filter((_, index) => answers[index]?.status === 200).flat()
      expect(new Set(won).size).toBe(won.length)
      expect((await claimsOf(trip.trip_id)).map(({ seat }) => seat)).toEqual(
        won.toSorted((a, b) => a - b),
      )
      expect(won.length).toBeGreaterThan(0)
    }),
    { numRuns: 40 },
  )
})

test('changing one’s mind from many devices at once never fails and never doubles', async () => {
  const trip = await aTrip(db)
  const devices = Array.from({ length: 8 }, aDevice)
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(
      devices.map((as, at) => {
        const from = (at * 3 + round * 2) % trip.sellable.length
        return hold(trip.id, [...trip.sellable, ...trip.sellable].slice(from, from + 3), as)
      }),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  }
  const { rows } = await sql<{ holder: string; n: number }>`
    select holder, count(*)::int as n from booking where status = 'held' and trip_id = ${trip.trip_id}::uuid
    group by holder having count(*) > 1`.execute(db)
  expect(rows).toEqual([])
})

test('a seat is sold per leg: A to C keeps B to D off, A to B and B to C both fit', async () => {
  const trip = await aTrip(db, { stops: ['lagos', 'ibadan', 'ilorin', 'abuja'] })
  const [seat = 0, other = 0] = trip.sellable
  const part = (from: number, to: number) => `${trip.trip_id}.${from}.${to}`
  expect((await hold(part(0, 2), [seat])).status).toBe(200)
  expect((await hold(part(1, 3), [seat])).problem.code).toBe('seat_taken')
  expect((await hold(part(2, 3), [seat])).status).toBe(200)
  expect((await hold(part(0, 1), [other])).status).toBe(200)
  expect((await hold(part(1, 2), [other])).status).toBe(200)
})

test('a hold that ran out is taken over where it stands, a sold seat never is', async () => {
  const trip = await aTrip(db)
  const [seat = 0, sold = 0] = trip.sellable
  const first = await aHold(server, trip.id, [seat])
  expect((await hold(trip.id, [seat])).status).toBe(409)
  await expireHold(server, first.booking.reference)
  expect((await hold(trip.id, [seat])).status).toBe(200)
  expect(
    (await server.call(getBooking, { reference: first.booking.reference }, { as: first.as })).data
      .status,
  ).toBe('expired')
  const paid = await aPaidBooking(server, trip.id, [sold])
  expect(paid.result).toBe('confirmed')
  await sql`update booking set hold_expires_at = now() - interval '1 day'`.execute(db)
  await runHoldSweep(db)
  expect((await hold(trip.id, [sold])).problem.code).toBe('seat_taken')
})

test('the operator’s own seats, a trip that closed and one that is cancelled are not sold', async () => {
  const trip = await aTrip(db)
  await sellAtCounter(db, trip.trip_id, trip.sellable.slice(0, 1))
  expect((await hold(trip.id, trip.sellable.slice(0, 1))).problem.code).toBe('seat_taken')
  const closed = await aTrip(db, { departs_in_hours: 0.1 })
  expect((await hold(closed.id, closed.sellable.slice(0, 1))).problem.code).toBe('trip_not_on_sale')
  const cancelled = await aTrip(db, { status: 'cancelled' })
  expect((await hold(cancelled.id, cancelled.sellable.slice(0, 1))).problem.code).toBe(
    'trip_not_on_sale',
  )
})

test('one person holds seats on two trips at most, even when asking for five at once', async () => {
  const trips = await Promise.all(Array.from({ length: 5 }, () => aTrip(db)))
  const as = aDevice()
  const answers = await Promise.all(
    trips.map((trip) => hold(trip.id, trip.sellable.slice(0, 1), as)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.filter(({ problem }) => problem.code === 'too_many_holds')).toHaveLength(3)
})

test('a new hold on the same trip replaces the old one, but only when it succeeds', async () => {
  const trip = await aTrip(db)
  const [a = 0, b = 0, c = 0] = trip.sellable
  const mine = aDevice()
  await aHold(server, trip.id, [c])
  await aHold(server, trip.id, [a, b], mine)
  expect((await hold(trip.id, [b, c], mine)).status).toBe(409)
  expect((await claimsOf(trip.trip_id)).map(({ seat }) => seat)).toEqual([a, b, c])
  const { booking, as } = await aHold(server, trip.id, [b], mine)
  expect((await claimsOf(trip.trip_id)).map(({ seat }) => seat)).toEqual([b, c])
  expect(
    (await server.call(releaseHold, { reference: booking.reference }, { as })).data.released,
  ).toBe(true)
  expect(
    (await server.call(releaseHold, { reference: booking.reference }, { as })).problem.code,
  ).toBe('booking_not_open')
})

test('money that lands late: the same seats, else others together, else none and all comes back', async () => {
  const trip = await aTrip(db, { vehicle: 'hiace-15', seats_left: 4 })
  const free = trip.sellable.slice(-4)
  const late = async (seats: number[]) => {
    const { booking, as } = await aHold(server, trip.id, seats)
    const filled = await server.call(
      setPassengers,
      { reference: booking.reference, ...makeTravellers(seats) },
      { as },
    )
    await expireHold(server, booking.reference)
    return { booking: filled.data, as }
  }
  const same = await late(free.slice(0, 1))
  await runHoldSweep(db)
  expect(await payBooking(server, same.booking)).toBe('confirmed')

  const moved = await late(free.slice(1, 2))
  const thief = await aPaidBooking(server, trip.id, free.slice(1, 2))
  expect(thief.result).toBe('confirmed')
  expect(await payBooking(server, moved.booking)).toBe('confirmed_other_seats')
  const seen = await server.call(
    getBooking,
    { reference: moved.booking.reference },
    { as: moved.as },
  )
  expect(seen.data).toMatchObject({ status: 'confirmed', reseated: true })
  expect(seen.data.seats).toEqual(seen.data.passengers.map(({ seat }) => seat))
  expect(seen.data.seats).not.toEqual(moved.booking.seats)

  const none = await late(
    free.filter((seat) => ![...free.slice(0, 2), ...seen.data.seats].includes(seat)),
  )
  await aPaidBooking(server, trip.id, none.booking.seats)
  expect(await payBooking(server, none.booking)).toBe('refunded_late')
  const gone = await server.call(getBooking, { reference: none.booking.reference }, { as: none.as })
  expect(gone.data.status).toBe('expired')
  expect(gone.data.refunds.map(({ amount_kobo }) => amount_kobo)).toEqual([
    none.booking.fare.total_kobo,
  ])
  const claims = await claimsOf(trip.trip_id)
  expect(new Set(claims.map(({ seat }) => seat)).size).toBe(claims.length)
})

test('the second guard: with the claims tampered away, a live ticket still keeps its seat', async () => {
  const trip = await aTrip(db)
  const [seat = 0] = trip.sellable
  await aPaidBooking(server, trip.id, [seat])
  await sql`delete from seat_claim where trip_id = ${trip.trip_id}::uuid`.execute(db)
  const second = await aPaidBooking(server, trip.id, [seat])
  expect(second.result).toBe('confirmed_other_seats')
  const { rows } =
    await sql`select from ticket where trip_id = ${trip.trip_id}::uuid and seat = ${seat} and status = 'valid'`.execute(
      db,
    )
  expect(rows).toHaveLength(1)
})

test('the canary: without the first guard’s key two buyers do get one seat', async () => {
  const canary = await testDatabase()
  const unguarded = await aServer(canary.db)
  const trip = await aTrip(canary.db)
  await sql`alter table seat_claim drop constraint seat_claim_pkey`.execute(canary.db)
  await sql
    .raw(`create or replace function take_seats(p_booking uuid, p_trip uuid, p_from smallint, p_to smallint,
    p_seats smallint[], p_until timestamptz, p_mine uuid[]) returns boolean language sql as
    'insert into seat_claim (trip_id, seat, leg, booking_id, expires_at)
     select p_trip, s, l, p_booking, p_until from unnest(p_seats) s, generate_series(p_from, p_to - 1) l
     returning true'`)
    .execute(canary.db)
  const seats = trip.sellable.slice(0, 1)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      unguarded.call(holdSeats, { trip_id: trip.id, seats }, { as: aDevice() }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1)
  await unguarded.close()
})
