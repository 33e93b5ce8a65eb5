import { expect, test } from 'vitest'
import { reportBoardingScans } from '#contract/boarding/endpoints'
import { changeVehicle, rescheduleBooking } from '#contract/bookings/endpoints'
import * as counter from '#contract/counter/endpoints'
import { moveAtCounter, previewCounterMove } from '#contract/counter/move-endpoints'
import type { Input } from '#contract/endpoint'
import { sql } from '#server/db/sql'
import { anOperatorKey, aScan, fetchManifestSeats } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, aSaleInput, aShift } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aReservation, aTripPaidAtPark } from '#tests/support/makers/reservations'
import { aTrip, anOperator, type TripOptions } from '#tests/support/makers/trips'
import type { Caller } from '#tests/support/server/test-server'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { expectConsistentSales } from './sound-books.ts'

const { db, server, doJobs } = await aPaymentWorld()
const { call } = server

const phone = '+2348031112233'
const float_kobo = 1_000_000

interface SaleOptions {
  from?: TripOptions
  to?: TripOptions
  seats?: number[]
  means?: 'cash' | 'transfer'
}

/** A clerk with a second factor, who has sold seats of one departure; and another, whose seats cost ₦1,000 more. */
async function aMovableSale({ from, to, seats = [1], means = 'cash' }: SaleOptions = {}) {
  const trip = await aTrip(db, from)
  const { operator_id } = trip
  const other = await aTrip(db, {
    departs_in_hours: 72,
    fare_kobo: 950_000,
    ...to,
    operator_id,
  })
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, as, float_kobo)
  const input = aSaleInput(shift.id, trip.id, seats, { means })
  if (from?.fare_kobo) input.total_kobo += (from.fare_kobo - 850_000) * seats.length
  const passengers = input.passengers.map((one) => ({ ...one, phone }))
  const { data, status, text } = await call(counter.sellAtCounter, { ...input, passengers }, { as })
  if (status !== 200) throw new Error(text)
  const { reference, tickets } = data
  const sums = { take_kobo: 100_000 * seats.length, pay_out_kobo: 0 }
  const move: MoveInput = {
    reference,
    trip_id: other.id,
    seats: [4, 5].slice(0, seats.length),
    means: 'cash',
    ...sums,
  }
  return {
    trip,
    other,
    operator_id,
    as,
    shift,
    reference,
    tickets,
    move,
    paid_kobo: input.total_kobo,
  }
}

type MoveInput = Input<typeof moveAtCounter>

const preview = async (reference: string, as: Caller) =>
  (await call(previewCounterMove, { reference }, { as })).data

const codeOf = async (input: MoveInput, as: Caller) =>
  (await call(moveAtCounter, input, { as })).problem.code

const openShiftOf = async (as: Caller) => (await call(counter.getOpenShift, {}, { as })).data.shift

const cashOf = async (operator_id: string) => {
  const { rows } = await sql<{ kind: string; kobo: number }>`
    select a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as kobo
    from account a join transfer t on a.id in (t.credit_account, t.debit_account)
    where a.owner = ${operator_id} and a.kind in ('operator_cash', 'operator_payable') group by 1`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ kind, kobo }) => [kind, kobo]))
}

const ticketStates = async (reference: string) => {
  const { rows } = await sql<{ state: string }>`
    select t.trip_id || ' ' || t.seat || ' ' || t.status as state from ticket t join booking b on b.id = t.booking_id
    where b.reference = ${reference} order by t.issue, t.seat`.execute(db)
  return rows.map(({ state }) => state)
}

test('a more expensive departure: the clerk takes the difference once, and the tickets are new', async () => {
  const { trip, other, operator_id, as, reference, tickets, move } = await aMovableSale({
    seats: [1, 3],
  })
  const before = await cashOf(operator_id)
  const { closed, options, travellers } = await preview(reference, as)
  expect({ closed, travellers }).toMatchObject({
    closed: null,
    travellers: [{ seat: 1 }, { seat: 3 }],
  })
  expect(options.map(({ trip: { id }, ...sums }) => ({ id, ...sums }))).toMatchObject([
    { id: other.id, take_kobo: 200_000, pay_out_kobo: 0, kept_kobo: 0 },
  ])
  const key = crypto.randomUUID()
  const input: MoveInput = { ...move, means: 'card_machine' }
  const [done, repeated] = await Promise.all([
    call(moveAtCounter, input, { as, key }),
    call(moveAtCounter, input, { as, key }),
  ])
  expect(done.status).toBe(200)
  expect(repeated.text).toBe(done.text)
  const { data } = done
  expect(data).toMatchObject({ reference, taken_kobo: 200_000, paid_kobo: 0 })
  expect(data.booking).toMatchObject({ status: 'confirmed', seats: [4, 5], reschedules_left: 0 })
  expect(data.booking.trip.id).toBe(other.id)
  expect(data.booking.paid_kobo).toBe(2 * adultSeatKobo + 200_000)
  expect(data.tickets.map(({ seat }) => seat)).toEqual([4, 5])
  expect(data.tickets.map(({ code }) => code)).not.toContain(tickets[0]?.code)
  expect(await ticketStates(reference)).toEqual([
    `${trip.trip_id} 1 reissued`,
    `${trip.trip_id} 3 reissued`,
    `${other.trip_id} 4 valid`,
    `${other.trip_id} 5 valid`,
  ])
  expect(data.shift).toMatchObject({
    sales: 1,
    taken: [
      { means: 'card_machine', amount_kobo: 200_000 },
      { means: 'cash', amount_kobo: 2 * adultSeatKobo },
    ],
    taken_for: [{ subject: 'tickets', count: 1, amount_kobo: 2 * adultSeatKobo + 200_000 }],
    expected_kobo: float_kobo + 2 * adultSeatKobo,
  })
  expect(await cashOf(operator_id)).toEqual({
    operator_cash: (before['operator_cash'] ?? 0) - 200_000,
    operator_payable: (before['operator_payable'] ?? 0) + 200_000,
  })
  expect(await doJobs()).toEqual([])
  const [sale] = (await call(counter.findCounterSales, { search: reference }, { as })).data
  expect(sale).toMatchObject({
    amount_kobo: 2 * adultSeatKobo + 200_000,
    travellers: [{ seat: 4 }, { seat: 5 }],
  })
  // The old seats are sold again, and nothing moves twice.
  const again = aSaleInput(data.shift.id, trip.id, [1, 3])
  expect((await call(counter.sellAtCounter, again, { as })).status).toBe(200)
  expect(await codeOf(input, as)).toBe('reschedule_closed')
  expect((await preview(reference, as)).closed).toContain('moved once already')
  await expectConsistentSales(db)
})

test('a sale that moved to a more expensive departure is cancelled by the policy, from both payments', async () => {
  const { as, reference, move, operator_id } = await aMovableSale()
  await call(moveAtCounter, move, { as })
  const { data: refund } = await call(counter.previewCounterRefund, { reference }, { as })
  const refund_kobo = refund.cancel_kobo ?? 0
  // A tenth of fare and park fee of the new departure stays.
  expect(refund_kobo).toBe(970_000 - 97_000)
  const { data } = await call(
    counter.refundAtCounter,
    { reference, cancel: true, refund_kobo },
    { as },
  )
  expect(data).toMatchObject({ status: 'cancelled', paid_kobo: refund_kobo })
  expect(await cashOf(operator_id)).toMatchObject({
    operator_cash: refund_kobo - adultSeatKobo - 100_000,
  })
  expect(await doJobs()).toEqual([])
  await expectConsistentSales(db)
})

test('a cheaper departure: the clerk pays the difference out in cash, once', async () => {
  const { as, reference, move, operator_id, paid_kobo } = await aMovableSale({
    to: { fare_kobo: 800_000 },
    means: 'transfer',
  })
  const [option] = (await preview(reference, as)).options
  expect(option).toMatchObject({ take_kobo: 0, pay_out_kobo: 50_000, kept_kobo: 0 })
  const { means: _, ...sums } = { ...move, take_kobo: 0, pay_out_kobo: 50_000 }
  const key = crypto.randomUUID()
  const { data } = await call(moveAtCounter, sums, { as, key })
  expect(data).toMatchObject({ taken_kobo: 0, paid_kobo: 50_000 })
  expect(data.shift).toMatchObject({ paid_out_kobo: 50_000, expected_kobo: float_kobo - 50_000 })
  expect((await call(moveAtCounter, sums, { as, key })).data).toEqual(data)
  expect(await codeOf(sums, as)).toBe('reschedule_closed')
  expect(await cashOf(operator_id)).toMatchObject({ operator_cash: 50_000 - paid_kobo })
  expect(await doJobs()).toEqual([])
  const { data: refund } = await call(counter.previewCounterRefund, { reference }, { as })
  expect(refund).toMatchObject({ due_kobo: 0, paid_out_kobo: 50_000 })
  const nothing = { reference, cancel: false, refund_kobo: 0 }
  expect((await call(counter.refundAtCounter, nothing, { as })).problem.code).toBe('nothing_due')
  await expectConsistentSales(db)
})

test('the day before is over: of a much lower price no more is paid out than for a cancellation', async () => {
  const { as, reference, move } = await aMovableSale({
    from: { departs_in_hours: 5 },
    to: { fare_kobo: 200_000, departs_in_hours: 30 },
  })
  const { data: refund } = await call(counter.previewCounterRefund, { reference }, { as })
  const cancel_kobo = refund.cancel_kobo ?? 0
  const [option] = (await preview(reference, as)).options
  expect(option).toMatchObject({ pay_out_kobo: cancel_kobo, kept_kobo: 650_000 - cancel_kobo })
  expect(cancel_kobo).toBe(435_000)
  const cheap = { ...move, take_kobo: 0 }
  expect(await codeOf({ ...cheap, pay_out_kobo: 650_000 }, as)).toBe('price_changed')
  const { data } = await call(moveAtCounter, { ...cheap, pay_out_kobo: cancel_kobo }, { as })
  expect(data.paid_kobo).toBe(cancel_kobo)
  expect(await doJobs()).toEqual([])
  await expectConsistentSales(db)
})

test('each traveller gets the seat at their place in the list, also if they were sold in another order', async () => {
  const { as, reference, move } = await aMovableSale({ seats: [3, 1] })
  const { travellers } = await preview(reference, as)
  const { data } = await call(moveAtCounter, { ...move, seats: [7, 4] }, { as })
  const moved = new Map(data.tickets.map(({ seat, passenger }) => [seat, passenger]))
  expect([moved.get(7), moved.get(4)]).toEqual(travellers.map(({ full_name }) => full_name))
  await expectConsistentSales(db)
})

test('the same price: nothing is taken or paid out', async () => {
  const { as, move, shift } = await aMovableSale({ to: { fare_kobo: 850_000 } })
  const { means: _, ...free } = { ...move, take_kobo: 0 }
  const { data } = await call(moveAtCounter, free, { as })
  expect(data).toMatchObject({ taken_kobo: 0, paid_kobo: 0 })
  const { expected_kobo: counted_kobo } = data.shift
  expect(counted_kobo).toBe(float_kobo + adultSeatKobo)
  const closing = await call(counter.closeShift, { id: shift.id, counted_kobo }, { as })
  expect(closing.status).toBe(200)
  await expectConsistentSales(db)
})

test('a price that has changed, or that the clerk did not see, moves nothing', async () => {
  const { as, move, other, reference, tickets } = await aMovableSale()
  for (const wrong of [
    { take_kobo: 99_999 },
    { take_kobo: 100_001 },
    { take_kobo: 0 },
    { pay_out_kobo: 1 },
  ])
    expect(await codeOf({ ...move, ...wrong }, as)).toBe('price_changed')
  await sql`update trip set fare_percent = 110 where id = ${other.trip_id}`.execute(db)
  const refused = await call(moveAtCounter, move, { as })
  expect(refused.problem).toMatchObject({
    code: 'price_changed',
    detail: 'You would take ₦1,950 now. Look at it again before you continue.',
  })
  const { means: _, ...silent } = move
  const unpaid = await call(moveAtCounter, silent, { as })
  expect(unpaid.problem.fields).toEqual({ means: 'Choose how they pay.' })
  expect(await openShiftOf(as)).toMatchObject({ expected_kobo: float_kobo + adultSeatKobo })
  expect((await ticketStates(reference)).length).toBe(tickets.length)
  expect(await codeOf({ ...move, take_kobo: 195_000 }, as)).toBeUndefined()
  await expectConsistentSales(db)
})

test('another operator’s sale, and a booking from the app, are not found; the app does not move a sale', async () => {
  const { as, move, reference, other } = await aMovableSale()
  const operator_id = await anOperator(db)
  const elsewhere = await aSecondFactorMember(server, { operator_id, role: 'owner' })
  await aShift(server, elsewhere.as)
  for (const by of [elsewhere.as, await anOperatorKey(server, operator_id)]) {
    expect((await call(previewCounterMove, { reference }, { as: by })).status).toBe(404)
    expect(await codeOf(move, by)).toBe('not_found')
  }
  const { booking, as: buyer } = await aPaidBooking(server, other.id, [1])
  expect(await codeOf({ ...move, reference: booking.reference }, as)).toBe('not_found')
  // A departure of another operator is none to which the sale could move.
  const theirs = await aTrip(db, { operator_id, departs_in_hours: 72, fare_kobo: 950_000 })
  const strange = await call(moveAtCounter, { ...move, trip_id: theirs.id }, { as })
  expect(strange.problem.fields).toHaveProperty('trip_id')
  const own = { reference, trip_id: other.id, seats: [4] }
  expect((await call(rescheduleBooking, own, { as: buyer })).status).toBe(404)
  await expectConsistentSales(db)
})

test('a clerk needs an open shift, enough cash, one seat for each traveller, and seats that are free', async () => {
  const { as, move, shift, other, operator_id } = await aMovableSale({
    to: { fare_kobo: 500_000 },
    means: 'transfer',
  })
  const cheap = { ...move, take_kobo: 0, pay_out_kobo: 350_000 }
  const many = await call(moveAtCounter, { ...cheap, seats: [4, 5] }, { as })
  expect(many.problem.fields).toEqual({ seats: 'Choose 1 seat, one for each traveller.' })
  const colleague = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  expect(await codeOf(cheap, colleague.as)).toBe('shift_needed')
  await aShift(server, colleague.as, 349_999)
  expect(await codeOf(cheap, colleague.as)).toBe('drawer_short')
  await aPaidBooking(server, other.id, [4])
  expect(await codeOf(cheap, as)).toBe('seat_taken')
  await call(counter.closeShift, { id: shift.id, counted_kobo: float_kobo }, { as })
  expect(await codeOf({ ...cheap, seats: [5] }, as)).toBe('shift_needed')
  await aShift(server, as, 350_000)
  expect(await codeOf({ ...cheap, seats: [5] }, as)).toBeUndefined()
  expect(await openShiftOf(as)).toMatchObject({ expected_kobo: 0, paid_out_kobo: 350_000 })
  await expectConsistentSales(db)
})

test('who is on board, whose bus leaves within the hour or has left, and who has cancelled does not move', async () => {
  const boarded = await aMovableSale({ from: { departs_in_hours: 5 }, seats: [1, 3] })
  const key = await anOperatorKey(server, boarded.operator_id)
  const seats = await fetchManifestSeats(server, boarded.trip.trip_id, key)
  const one = seats.find(({ seat }) => seat === 3)
  if (one === undefined) throw new Error('seat 3 is not on the manifest')
  await call(reportBoardingScans, { scans: [aScan(boarded.trip.trip_id, one)] }, { as: key })
  const soon = await aMovableSale({ from: { departs_in_hours: 0.9 } })
  const left = await aMovableSale()
  await sql`update trip set departs_at = departs_at - interval '49 hours', arrives_at = arrives_at - interval '49 hours',
    sales_close_at = sales_close_at - interval '49 hours' where id = ${left.trip.trip_id}`.execute(
    db,
  )
  const cancelled = await aMovableSale()
  const { reference } = cancelled
  const { data } = await call(counter.previewCounterRefund, { reference }, { as: cancelled.as })
  const refund = { reference, cancel: true, refund_kobo: data.cancel_kobo ?? 0 }
  await call(counter.refundAtCounter, refund, { as: cancelled.as })
  for (const [sale, why] of [
    [boarded, 'The traveller on seat 3 is already on board.'],
    [soon, 'A booking can be moved until 1 hour before the bus leaves.'],
    [left, 'A booking can be moved until 1 hour before the bus leaves.'],
    [cancelled, 'Only a paid booking that has not left can be moved.'],
  ] as const) {
    const { as, move } = sale
    expect(await preview(move.reference, as)).toMatchObject({ closed: why, options: [] })
    const refused = await call(moveAtCounter, move, { as })
    expect(refused.problem).toMatchObject({ code: 'reschedule_closed', detail: why })
  }
  await expectConsistentSales(db)
})

test('a reservation that was paid at the counter moves as a sale does, with new tickets by SMS', async () => {
  const trip = await aTripPaidAtPark(server)
  const { operator_id } = trip
  const other = await aTrip(db, { operator_id, departs_in_hours: 48, fare_kobo: 900_000 })
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, as)
  const person = await aUser(server)
  const { reference } = await aReservation(server, trip.id, [1], person.as)
  const sale = { shift: shift.id, reference, means: 'cash', total_kobo: adultSeatKobo } as const
  await call(counter.sellReservation, sale, { as })
  const own = await call(rescheduleBooking, { reference, trip_id: other.id, seats: [4] }, person)
  expect(own.problem.code).toBe('paid_at_counter')
  const move: MoveInput = {
    reference,
    trip_id: other.id,
    seats: [4],
    means: 'transfer',
    take_kobo: 50_000,
    pay_out_kobo: 0,
  }
  const { data } = await call(moveAtCounter, move, { as })
  expect(data.booking).toMatchObject({ paid_kobo: adultSeatKobo + 50_000, paid_at_counter: true })
  expect(await doJobs()).toEqual([])
  await expectConsistentSales(db)
})

test('a refund that waited before stays due: a move pays out its own difference only', async () => {
  const { as, trip, reference, move, operator_id } = await aMovableSale({
    from: { vehicle: 'coach-49' },
    seats: [10],
    to: { fare_kobo: 300_000 },
  })
  const key = await anOperatorKey(server, operator_id)
  await call(changeVehicle, { id: trip.trip_id, vehicle: 'coach-59' }, { as: key })
  expect(await doJobs()).toEqual([])
  const dueOf = async () =>
    (await call(counter.previewCounterRefund, { reference }, { as })).data.due_kobo
  const due_kobo = await dueOf()
  expect(due_kobo).toBeGreaterThan(0)
  const [option] = (await preview(reference, as)).options
  const pay_out_kobo = option?.pay_out_kobo ?? 0
  expect(pay_out_kobo).toBeGreaterThan(0)
  const { data } = await call(moveAtCounter, { ...move, take_kobo: 0, pay_out_kobo }, { as })
  expect(data).toMatchObject({ paid_kobo: pay_out_kobo, shift: { paid_out_kobo: pay_out_kobo } })
  expect(await dueOf()).toBe(due_kobo)
  await expectConsistentSales(db)
  const rest = { reference, cancel: false, refund_kobo: due_kobo }
  expect((await call(counter.refundAtCounter, rest, { as })).data.paid_kobo).toBe(due_kobo)
  await expectConsistentSales(db)
})
