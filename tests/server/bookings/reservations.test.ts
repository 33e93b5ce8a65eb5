import { afterAll, expect, test } from 'vitest'
import {
  getBooking,
  holdSeats,
  releaseHold,
  reserveBooking,
  setPassengers,
} from '#contract/bookings/endpoints'
import { joinWaitingList } from '#contract/waitlist/endpoints'
import { sql } from '#server/db/sql'
import { countViolations } from '#tests/load/invariants/invariants'
import { aHold, payBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import {
  aReservableHold,
  aReservation,
  aTripPaidAtPark,
  moveReservationToPast,
} from '#tests/support/makers/reservations'
import { callAtOnce, fetchWaitlistEntries } from '#tests/support/makers/waitlist'
import { aTrip } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { makeDepsWithoutServer, runJob, runHoldSweep } from '#tests/support/server/jobs'
import { aServer, type Caller } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

const hour_ms = 3_600_000

/** Runs the jobs that expire holds and write to people with reservations. */
async function runJobs() {
  await runHoldSweep(db)
  await runJob(makeDepsWithoutServer(db), 'reservation.announce', {})
}

/** The emails about a reservation that were enqueued, by their subjects. */
async function listEmailsAbout(reference: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select data->>'subject' as subject from pgboss.job where name = 'mail.send' and data->>'text' like ${`%${reference}%`}
    order by created_on`.execute(db)
  return rows.map(({ subject }) => subject.replace(/^.*: /, '').replace(/before .*/, 'before'))
}

const reserve = (reference: string, as: Caller, key = crypto.randomUUID()) =>
  call(reserveBooking, { reference }, { as, key })

/** Lets a person’s reservation end without being paid. */
async function aMissedReservation(as: Caller) {
  const trip = await aTripPaidAtPark(server)
  const { reference } = await aReservation(server, trip.id, [1], as)
  await moveReservationToPast(server, reference, 361)
  await runHoldSweep(db)
}

test('seats are reserved for six hours, or until the operator’s hours before departure', async () => {
  const { as } = await aUser(server)
  const far = await aTripPaidAtPark(server)
  const near = await aTripPaidAtPark(server, { departs_in_hours: 5, lead_hours: 3 })
  const offered = await aReservableHold(server, far.id, [1], as)
  expect(offered).not.toHaveProperty('reserved')
  const { data, text } = await reserve(offered.reference, as)
  expect([data.reserved, data.reservable_until, text]).toEqual([true, null, text])
  const lasts = Date.parse(data.hold_expires_at ?? '') - Date.parse(data.server_time)
  expect(Math.round(lasts / 60_000)).toBe(6 * 60)
  const soon = await aReservation(server, near.id, [1], as)
  expect(Date.parse(soon.trip.departs_at) - Date.parse(soon.hold_expires_at ?? '')).toBe(
    3 * hour_ms,
  )
  expect(await listEmailsAbout(data.reference)).toEqual(['pay before'])
})

test('a reserved seat is held by nobody else, and its person may hold others on the same bus', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server)
  const { reference } = await aReservation(server, trip.id, [1], as)
  const other = await call(
    holdSeats,
    { trip_id: trip.id, seats: [1] },
    { as: (await aUser(server)).as },
  )
  expect(other.problem.code).toBe('seat_taken')
  await aHold(server, trip.id, [3], as)
  const { data } = await call(getBooking, { reference }, { as })
  expect([data.status, data.reserved]).toEqual(['held', true])
})

test('a person reserves at most two bookings, also if they ask for the second and third at once', async () => {
  const { as } = await aUser(server)
  const trips = await Promise.all([1, 2, 3].map(() => aTripPaidAtPark(server)))
  const [first, second, third] = trips.map(({ id }) => id) as [string, string, string]
  await aReservation(server, first, [1], as)
  const two = await aReservableHold(server, second, [1], as)
  const three = await aReservableHold(server, third, [1], as)
  const answers = await callAtOnce(db, 'reservation', () => [
    reserve(two.reference, as),
    reserve(three.reference, as),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('too_many_reservations')
})

test('a reservation that is asked for twice is made once, and keeps its time', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server)
  const { reference } = await aReservableHold(server, trip.id, [1], as)
  const key = crypto.randomUUID()
  const both = await Promise.all([reserve(reference, as, key), reserve(reference, as, key)])
  const made = both.find(({ status }) => status === 200)?.data
  const again = await reserve(reference, as)
  expect(again.data.hold_expires_at).toBe(made?.hold_expires_at)
  expect(await listEmailsAbout(reference)).toEqual(['pay before'])
})

test('seats are reserved only where, when and for whom it is allowed, and the refusal says why', async () => {
  const person = await aUser(server)
  const unverified = await aUser(server, { proved: false })
  const plain = await aTrip(db, { departs_in_hours: 24 })
  const near = await aTripPaidAtPark(server, { departs_in_hours: 2 })
  const trip = await aTripPaidAtPark(server)
  const refusals: [trip: string, as: Caller, code: string, detail: RegExp][] = [
    [plain.id, person.as, 'reservation_closed', /takes no cash/],
    [near.id, person.as, 'reservation_closed', /only until 2 hours before departure/],
    [trip.id, unverified.as, 'phone_unverified', /Verify yours/],
  ]
  for (const [id, as, code, detail] of refusals) {
    const { reference, reservable_until } = await aReservableHold(server, id, [1], as)
    expect(reservable_until === null).toBe(code === 'reservation_closed')
    const { problem } = await reserve(reference, as)
    expect(problem).toMatchObject({ status: 409, code })
    expect(problem.detail).toMatch(detail)
    await call(releaseHold, { reference }, { as })
  }
  const { booking } = await aHold(server, trip.id, [3], person.as)
  const empty = await reserve(booking.reference, person.as)
  expect(empty.problem.code).toBe('passengers_missing')
  const guest = await aHold(server, trip.id, [4])
  expect((await reserve(guest.booking.reference, guest.as)).status).toBe(401)
  expect((await reserve(guest.booking.reference, person.as)).status).toBe(404)
})

test('a return trip is not reserved, and a reserved seat gets no return trip', async () => {
  const { as } = await aUser(server)
  const out = await aTripPaidAtPark(server, { stops: ['lagos', 'ibadan'] })
  const back = await aTripPaidAtPark(server, { stops: ['ibadan', 'lagos'], departs_in_hours: 48 })
  const { reference } = await aReservableHold(server, out.id, [1], as)
  const hold = (way_out: string) =>
    call(holdSeats, { trip_id: back.id, seats: [1], way_out }, { as })
  expect((await hold(reference)).status).toBe(200)
  expect((await reserve(reference, as)).problem.code).toBe('reservation_closed')
  await call(releaseHold, { reference }, { as })
  const reserved = await aReservation(server, out.id, [3], as)
  expect((await hold(reserved.reference)).problem.code).toBe('booking_not_open')
})

test('a reservation that is not paid in time frees its seats, and its person is reminded and told, once', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server)
  const { reference } = await aReservation(server, trip.id, [1], as)
  await runJobs()
  expect(await listEmailsAbout(reference)).toEqual(['pay before'])
  await moveReservationToPast(server, reference, 310)
  for (let run = 0; run < 2; run += 1) await runJobs()
  expect(await listEmailsAbout(reference)).toEqual(['pay before', 'pay before'])
  await moveReservationToPast(server, reference, 60)
  for (let run = 0; run < 2; run += 1) await runJobs()
  expect(await listEmailsAbout(reference)).toEqual([
    'pay before',
    'pay before',
    'your reservation is over',
  ])
  const { data } = await call(getBooking, { reference }, { as })
  expect([data.status, data.reserved]).toEqual(['expired', undefined])
  await aHold(server, trip.id, [1], (await aUser(server)).as)
})

test('a reservation of less than two hours is not reminded of', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server, { departs_in_hours: 3 })
  const { reference } = await aReservation(server, trip.id, [1], as)
  await runJobs()
  expect(await listEmailsAbout(reference)).toEqual(['pay before'])
})

test('who does not pay one reservation may have one open, and after three none', async () => {
  const { as } = await aUser(server)
  const trips = await Promise.all([1, 2].map(() => aTripPaidAtPark(server)))
  await aMissedReservation(as)
  await aReservation(server, trips[0]?.id ?? '', [1], as)
  const { reference } = await aReservableHold(server, trips[1]?.id ?? '', [1], as)
  const second = await reserve(reference, as)
  expect(second.problem.code).toBe('too_many_reservations')
  expect(second.problem.detail).toMatch(/did not pay 1 reservation .* one open at a time/)
  const missing = await aUser(server)
  for (let missed = 0; missed < 2; missed += 1) await aMissedReservation(missing.as)
  await aMissedReservation(missing.as)
  const none = await aReservableHold(server, trips[1]?.id ?? '', [3], missing.as)
  const refused = await reserve(none.reference, missing.as)
  expect(refused.problem.detail).toMatch(/did not pay 3 reservations .* cannot reserve/)
  // A reservation that was missed long ago no longer counts.
  await sql`update reservation r set made_at = made_at - interval '91 days', pay_until = pay_until - interval '91 days'
    from booking b where b.id = r.booking_id and b.user_id = ${missing.user.id} and b.status = 'expired'`.execute(
    db,
  )
  expect((await reserve(none.reference, missing.as)).status).toBe(200)
})

test('a reservation that its person releases frees the seats and counts for nothing', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server)
  for (let time = 0; time < 4; time += 1) {
    const { reference } = await aReservation(server, trip.id, [1], as)
    expect((await call(releaseHold, { reference }, { as })).status).toBe(200)
    await runJobs()
    expect(await listEmailsAbout(reference)).toEqual(['pay before'])
  }
})

test('a reservation that is released late counts like an unpaid one', async () => {
  const { as } = await aUser(server)
  const [trip, other, third] = await Promise.all([1, 2, 3].map(() => aTripPaidAtPark(server)))
  const late = await aReservation(server, trip?.id ?? '', [1], as)
  await moveReservationToPast(server, late.reference, 200)
  await call(releaseHold, { reference: late.reference }, { as })
  await aReservation(server, other?.id ?? '', [1], as)
  const { reference } = await aReservableHold(server, third?.id ?? '', [1], as)
  const { problem } = await reserve(reference, as)
  expect(problem.code).toBe('too_many_reservations')
  expect(problem.detail).toMatch(/did not pay 1 reservation/)
})

test('nobody keeps seats of one departure all day by releasing and reserving them again', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server)
  for (const seat of [1, 3]) {
    const { reference } = await aReservation(server, trip.id, [seat], as)
    await moveReservationToPast(server, reference, 60)
    await call(releaseHold, { reference }, { as })
  }
  const { reference } = await aReservableHold(server, trip.id, [1], as)
  const { problem } = await reserve(reference, as)
  expect(problem.code).toBe('too_many_reservations')
  expect(problem.detail).toMatch(/^You reserved seats on this departure and released them again/)
  const other = await aTripPaidAtPark(server)
  expect(await aReservation(server, other.id, [1], as)).toMatchObject({ reserved: true })
})

test('a payment that was started and never made does not hide that a reservation was missed', async () => {
  const { as } = await aUser(server)
  const trips = await Promise.all([1, 2, 3].map(() => aTripPaidAtPark(server)))
  const missed = await aReservation(server, trips[0]?.id ?? '', [1], as)
  await sql`insert into payment (id, reference, payable_id, provider, channel, amount_kobo, expires_at, status)
    select id, reference, id, 'paystack', 'transfer', total_kobo, now(), 'pending'
    from booking, open_payable('booking', id) where reference = ${missed.reference}`.execute(db)
  await moveReservationToPast(server, missed.reference, 361)
  await runJobs()
  await aReservation(server, trips[1]?.id ?? '', [1], as)
  const { reference } = await aReservableHold(server, trips[2]?.id ?? '', [1], as)
  expect((await reserve(reference, as)).problem.detail).toMatch(/did not pay 1 reservation/)
})

test('a reservation that is paid online is an ordinary paid booking', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server)
  const booking = await aReservation(server, trip.id, [1], as)
  const { reference } = booking
  expect(await payBooking(server, booking)).toBe('confirmed')
  await moveReservationToPast(server, reference, 400)
  await runJobs()
  const { data } = await call(getBooking, { reference }, { as })
  expect([data.status, data.reserved, data.paid_at_counter]).toEqual([
    'confirmed',
    undefined,
    undefined,
  ])
  expect(await listEmailsAbout(reference)).not.toContain('your reservation is over')
  expect(await countViolations(db, 'seats sold twice, by claims')).toBe(0)
})

test('seats that the waitlist offers are paid online, because others wait for them', async () => {
  const { as } = await aUser(server)
  const trip = await aTripPaidAtPark(server, { seats_left: 0 })
  const { trip_id, sellable } = trip
  await call(joinWaitingList, { trip_id: trip.id, travellers: 1 }, { as })
  await sql`delete from seat_claim where trip_id = ${trip_id} and seat = ${sellable[0]}`.execute(db)
  await runJob(server.host, 'queue.offer', { trip_id })
  const [entry] = await fetchWaitlistEntries(server, as)
  const reference = entry?.offers[0]?.booking ?? ''
  const input = { reference, ...makeTravellers([sellable[0] ?? 0]) }
  const { data } = await call(setPassengers, input, { as })
  expect(data.reservable_until).toBeNull()
  const { problem } = await reserve(reference, as)
  expect([problem.code, problem.detail]).toEqual([
    'reservation_closed',
    'Seats from the waitlist are paid online, because others wait for them.',
  ])
})
