import { afterAll, expect, test } from 'vitest'
import {
  getBooking,
  setPassengers,
  cancelBooking,
  listRescheduleOptions,
  previewCancellation,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import { bookingFeeKobo } from '#contract/money'
import { bookingFeeVatKobo } from '#contract/fare'
import { sql } from '#server/db/sql'
import {
  aHold,
  aPaidBooking,
  payBooking,
  expireHold,
  makeTravellers,
} from '#tests/support/makers/bookings'
import { aBookingForPerson } from '#tests/support/makers/travels'
import { cancelByOperator } from '#tests/support/makers/departures'
import { testDatabase } from '#tests/support/database/test-database'
import { aUser } from '#tests/support/makers/people'
import { aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const ours = bookingFeeKobo + bookingFeeVatKobo
const seatsOf = (trip: MadeTrip, count: number) => trip.sellable.slice(0, count)

/**
 * Checks that no payment is refunded beyond its sum, that each booking counts its refunds, and that each valid ticket
 * has its seat.
 */
async function expectSoundMoney() {
  const { rows } = await sql<{ broken: string }>`
    select 'payment ' || id as broken from payment where refunded_kobo + refund_pending_kobo > paid_kobo
    union all select 'booking ' || b.id from booking b where b.refunded_kobo <>
      (select coalesce(sum(amount_kobo), 0) from refund r where r.payable_id = b.id
        and r.reason in ('cancelled', 'operator_cancelled', 'price_difference'))
    union all select 'seat ' || t.seat from ticket t where t.status = 'valid' and not exists
      (select from seat_claim c where c.booking_id = t.booking_id and c.seat = t.seat and c.trip_id = t.trip_id
        and c.expires_at is null)`.execute(db)
  expect(rows).toEqual([])
}

test.each([
  [48, 'day_before', 10],
  [24.1, 'day_before', 10],
  [23.9, 'same_day', 25],
  [5.9, 'late', 50],
  [1.1, 'late', 50],
] as const)(
  '%s hours before, cancelling is %s and keeps %s percent',
  async (departs_in_hours, tier, percent) => {
    const trip = await aTrip(db, { departs_in_hours })
    const { booking, as } = await aPaidBooking(server, trip.id, seatsOf(trip, 2), {
      insurance: true,
    })
    const { reference } = booking
    const preview = await server.call(previewCancellation, { reference }, { as })
    const fee = (2 * 870_000 * percent) / 100
    expect(preview.data).toMatchObject({
      tier,
      refund_kobo: 2 * 870_000 - fee + 2 * 50_000,
      fee_kobo: fee + 2 * ours,
    })
    expect(preview.data.lines.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(
      preview.data.refund_kobo,
    )
    expect(preview.data.refund_kobo + preview.data.fee_kobo).toBe(booking.fare.total_kobo)
    const stale = {
      reference,
      refund_to: 'source',
      refund_kobo: preview.data.refund_kobo + 1,
    } as const
    expect((await server.call(cancelBooking, stale, { as })).problem.code).toBe('price_changed')
    expect(
      (await server.call(cancelBooking, { reference, refund_to: 'wallet' }, { as })).problem.code,
    ).toBe('wallet_needs_account')
    const key = crypto.randomUUID()
    const cancel = () =>
      server.call(cancelBooking, { ...stale, refund_kobo: preview.data.refund_kobo }, { as, key })
    const [done, repeat] = await Promise.all([cancel(), cancel()])
    expect(done.data.status).toBe('cancelled')
    expect(repeat.text).toBe(done.text)
    expect(done.data.refunds).toMatchObject([
      { amount_kobo: preview.data.refund_kobo, to: 'source', reason: 'cancelled' },
    ])
    expect((await server.call(previewCancellation, { reference }, { as })).problem.code).toBe(
      'cancellation_closed',
    )
    expect((await aHold(server, trip.id, seatsOf(trip, 2))).booking.status).toBe('held')
    await expectSoundMoney()
  },
)

test('less than an hour before, and before it is paid, nothing is cancelled', async () => {
  const trip = await aTrip(db, { departs_in_hours: 0.9 })
  const paid = await aPaidBooking(server, trip.id, seatsOf(trip, 1))
  const held = await aHold(server, trip.id, trip.sellable.slice(1, 2))
  for (const { booking, as } of [paid, held]) {
    const { problem } = await server.call(
      previewCancellation,
      { reference: booking.reference },
      { as },
    )
    expect(problem.code).toBe('cancellation_closed')
  }
})

test('one of three is cancelled, then the others, and the sums agree to the kobo', async () => {
  const trip = await aTrip(db)
  const [a = 0, b = 0, c = 0] = trip.sellable
  const { booking, as } = await aPaidBooking(server, trip.id, [a, b, c])
  const { reference } = booking
  const whole = await server.call(previewCancellation, { reference }, { as })
  const one = await server.call(
    cancelBooking,
    { reference, seats: [b], refund_to: 'source' },
    { as },
  )
  expect(one.data).toMatchObject({ status: 'confirmed', seats: [a, c] })
  expect(
    one.data.passengers.filter(({ state }) => state === 'cancelled').map(({ seat }) => seat),
  ).toEqual([b])
  const twice = await server.call(
    cancelBooking,
    { reference, seats: [b], refund_to: 'source' },
    { as },
  )
  expect(twice.problem.fields).toHaveProperty('seats')
  const rest = await server.call(cancelBooking, { reference, refund_to: 'source' }, { as })
  expect(rest.data.status).toBe('cancelled')
  expect(rest.data.refunds.reduce((sum, refund) => sum + refund.amount_kobo, 0)).toBe(
    whole.data.refund_kobo,
  )
  await expectSoundMoney()
})

test('who was given other seats may cancel free, and everything comes back', async () => {
  const trip = await aTrip(db)
  const [seat = 0] = trip.sellable
  const { booking, as } = await aHold(server, trip.id, [seat])
  await server.call(
    setPassengers,
    { reference: booking.reference, ...makeTravellers([seat]) },
    { as },
  )
  await expireHold(server, booking.reference)
  await aPaidBooking(server, trip.id, [seat])
  expect(await payBooking(server, booking)).toBe('confirmed_other_seats')
  const { data } = await server.call(previewCancellation, { reference: booking.reference }, { as })
  expect(data).toMatchObject({ tier: 'free', fee_kobo: 0, refund_kobo: booking.fare.total_kobo })
  await server.call(cancelBooking, { reference: booking.reference, refund_to: 'source' }, { as })
  await expectSoundMoney()
})

test('an operator’s cancellation ends every booking of the trip and gives all of it back, once', async () => {
  const trip = await aTrip(db)
  const [a = 0, b = 0, c = 0, d = 0] = trip.sellable
  const paid = await aPaidBooking(server, trip.id, [a, b])
  await server.call(
    cancelBooking,
    { reference: paid.booking.reference, seats: [b], refund_to: 'source' },
    { as: paid.as },
  )
  const whole = await aPaidBooking(server, trip.id, [c])
  const held = await aHold(server, trip.id, [d])
  await cancelByOperator(server, trip)
  await cancelByOperator(server, trip)
  const see = async ({ booking, as }: { booking: { reference: string }; as: object }) =>
    (await server.call(getBooking, { reference: booking.reference }, { as })).data
  expect(await see(whole)).toMatchObject({
    status: 'operator_cancelled',
    refunds: [{ amount_kobo: whole.booking.fare.total_kobo, reason: 'operator_cancelled' }],
  })
  expect((await see(paid)).refunds.map(({ amount_kobo }) => amount_kobo)).toContain(
    paid.booking.fare.total_kobo / 2,
  )
  expect((await see(held)).status).toBe('operator_cancelled')
  expect(await payBooking(server, held.booking)).toBe('refunded_late')
  await expectSoundMoney()
})

test.each(['wallet', 'source'] as const)(
  'what a move costs less goes to the %s, as the person chose',
  async (refund_to) => {
    const owner = await aUser(server)
    const { operator_id } = await aTrip(db)
    const { reference } = await aBookingForPerson(server, owner, { operator_id })
    const cheap = await aTrip(db, { operator_id, fare_kobo: 800_000, departs_in_hours: 50 })
    const move = { reference, trip_id: cheap.id, seats: seatsOf(cheap, 1), refund_to }
    const { data } = await server.call(rescheduleBooking, move, { as: owner.as })
    expect(data.refunds).toMatchObject([{ amount_kobo: 50_000, to: refund_to }])
    await expectSoundMoney()
  },
)

test('a guest who moves has no wallet for what that costs less', async () => {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const cheap = await aTrip(db, { operator_id, fare_kobo: 800_000, departs_in_hours: 50 })
  const { booking, as } = await aPaidBooking(server, trip.id, seatsOf(trip, 1))
  const move = { reference: booking.reference, trip_id: cheap.id, seats: seatsOf(cheap, 1) }
  const { problem } = await server.call(rescheduleBooking, { ...move, refund_to: 'wallet' }, { as })
  expect(problem.code).toBe('wallet_needs_account')
})

test('a booking moves once to a trip of the same road, and what that costs less comes back', async () => {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const cheap = await aTrip(db, { operator_id, fare_kobo: 800_000, departs_in_hours: 50 })
  const dear = await aTrip(db, { operator_id, fare_kobo: 900_000, departs_in_hours: 51 })
  const full = await aTrip(db, { operator_id, seats_left: 1, departs_in_hours: 52 })
  const [a = 0, b = 0] = trip.sellable
  const { booking, as } = await aPaidBooking(server, trip.id, [a, b])
  const { reference } = booking
  const see = async () => (await server.call(getBooking, { reference }, { as })).data
  expect((await see()).moves).toEqual([])
  const options = await server.call(listRescheduleOptions, { reference }, { as })
  expect(options.data.map((option) => [option.trip.id, option.difference_kobo])).toEqual([
    [cheap.id, -100_000],
    [dear.id, 100_000],
  ])
  const move = (trip_id: string, seats: number[]) =>
    server.call(rescheduleBooking, { reference, trip_id, seats }, { as })
  expect((await move(dear.id, [a, b])).problem.code).toBe('price_changed')
  expect((await move(full.id, seatsOf(full, 2))).problem.code).toBe('seat_taken')
  expect((await move(cheap.id, [a])).problem.fields).toHaveProperty('seats')
  const elsewhere = await aTrip(db, { stops: ['lagos', 'abuja'] })
  expect((await move(elsewhere.id, [a, b])).problem.fields).toHaveProperty('trip_id')
  const moved = await move(cheap.id, [b, a])
  expect(moved.data).toMatchObject({ status: 'confirmed', seats: [b, a], reschedules_left: 0 })
  expect(moved.data.trip.id).toBe(cheap.id)
  expect((await see()).moves).toEqual(moved.data.moves)
  const [past, ...others] = moved.data.moves ?? []
  expect(others).toEqual([])
  expect(Date.parse(past?.departs_at ?? '')).toBe(Date.parse(booking.trip.departs_at))
  expect(Date.parse(past?.moved_at ?? '')).toBeLessThan(Date.parse(moved.data.server_time))
  expect(moved.data.trip.refund_policy).toMatch(/^Moved once, so it cannot be moved again/)
  expect(moved.data.refunds).toMatchObject([{ amount_kobo: 100_000, reason: 'price_difference' }])
  const { rows: sent } = await sql`select from pgboss.job where name = 'ticket.send'
    and data ->> 'booking_id' = (select id::text from booking where reference = ${reference})`.execute(
    db,
  )
  expect(sent).toHaveLength(1)
  expect((await move(cheap.id, [a, b])).problem.code).toBe('reschedule_closed')
  expect((await aHold(server, trip.id, [a, b])).booking.status).toBe('held')
  const back = await server.call(previewCancellation, { reference }, { as })
  expect(back.data.refund_kobo + back.data.fee_kobo).toBe(booking.fare.total_kobo - 100_000)
  await expectSoundMoney()
})

test.each([
  [3, 'late', 50, 1],
  [12, 'same_day', 25, 6],
] as const)(
  'who moves %s hours before keeps the fee %s of then, however far off the new bus is',
  async (departs_in_hours, tier, percent, ends_hours_before) => {
    const trip = await aTrip(db, { departs_in_hours })
    const later = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 72 })
    const { booking, as } = await aPaidBooking(server, trip.id, seatsOf(trip, 1))
    const { reference } = booking
    const preview = async () => (await server.call(previewCancellation, { reference }, { as })).data
    const before = await preview()
    await server.call(
      rescheduleBooking,
      { reference, trip_id: later.id, seats: seatsOf(later, 1) },
      { as },
    )
    const after = await preview()
    expect(after).toMatchObject({
      tier,
      refund_kobo: before.refund_kobo,
      fee_kobo: before.fee_kobo,
    })
    expect(after.lines.map(({ label }) => label)).toContain(
      `Cancellation fee ${percent}%, as when you moved this booking`,
    )
    const { data: moved } = await server.call(getBooking, { reference }, { as })
    expect(Date.parse(moved.trip.departs_at) - Date.parse(after.valid_until)).toBe(
      ends_hours_before * 3_600_000,
    )
    const { data } = await server.call(cancelBooking, { reference, refund_to: 'source' }, { as })
    expect(data.refunds).toMatchObject([{ amount_kobo: before.refund_kobo, reason: 'cancelled' }])
    await expectSoundMoney()
  },
)

test('near the new bus, the clock’s own fee is kept when it is higher than that of the move', async () => {
  const trip = await aTrip(db, { departs_in_hours: 12 })
  const later = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 4 })
  const { booking, as } = await aPaidBooking(server, trip.id, seatsOf(trip, 1))
  const { reference } = booking
  await server.call(
    rescheduleBooking,
    { reference, trip_id: later.id, seats: seatsOf(later, 1) },
    { as },
  )
  const { data } = await server.call(previewCancellation, { reference }, { as })
  expect(data.tier).toBe('late')
  expect(data.lines.map(({ label }) => label)).toContain('Cancellation fee 50%')
})

test('on a road with many buses, a booking can move to those around its own', async () => {
  const trip = await aTrip(db, { departs_in_hours: 24 * 10 })
  await sql`
    insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at, run)
    select gen_random_uuid(), schedule_id, (at at time zone 'Africa/Lagos')::date, at, at + interval '2 hours', at, n
    from trip, generate_series(1, 100) n, lateral (select now() + n * interval '3 hours' as at) x
    where id = ${trip.trip_id}`.execute(db)
  const { booking, as } = await aPaidBooking(server, trip.id, seatsOf(trip, 1))
  const { reference } = booking
  const { data } = await server.call(listRescheduleOptions, { reference }, { as })
  const hours = data.map(
    (one) => Date.parse(one.trip.departs_at) - Date.parse(booking.trip.departs_at),
  )
  expect(hours).toEqual(hours.toSorted((a, b) => a - b))
  expect(hours[0]).toBeLessThan(0)
  expect(hours.at(-1)).toBeGreaterThan(0)
  const seats = seatsOf(trip, 1)
  const move = { reference, trip_id: data.at(-1)?.trip.id ?? '', seats }
  expect((await server.call(rescheduleBooking, move, { as })).status).toBe(200)
})
