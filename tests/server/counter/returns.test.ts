import { expect, test } from 'vitest'
import { cancelTrip } from '#contract/bookings/endpoints'
import * as counter from '#contract/counter/endpoints'
import { moveAtCounter, previewCounterMove } from '#contract/counter/move-endpoints'
import type { Input } from '#contract/endpoint'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, aSaleInput, aShift } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aTrip, anOperator } from '#tests/support/makers/trips'
import { waitUntilBlocked } from '#tests/support/makers/waitlist'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { expectConsistentSales } from './sound-books.ts'

const { db, server, doJobs } = await aPaymentWorld()
const { call } = server

type ReturnInput = Input<typeof counter.sellReturnAtCounter>

/** A clerk with an open shift, and a sale of two seats there and back that they can make. */
async function aReturn() {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const home = await aTrip(db, {
    operator_id,
    stops: ['ibadan', 'lagos'],
    departs_in_hours: 96,
    fare_kobo: 900_000,
  })
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, as)
  const total_kobo = 4 * adultSeatKobo + 2 * 50_000
  const sale = aSaleInput(shift.id, trip.id, [1, 3], { total_kobo })
  const input: ReturnInput = { ...sale, back: { trip_id: home.id, seats: [5, 4] } }
  return { trip, home, operator_id, as, shift, input, total_kobo }
}

const countSeats = async (trip_id: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from seat_claim where trip_id = ${trip_id}`.execute(db)
  return rows[0]?.n
}

test('a clerk is offered the days on which their buses lead back, and none if no bus does', async () => {
  const { home, as, operator_id } = await aReturn()
  await aTrip(db, { operator_id, stops: ['ibadan', 'lagos'], departs_in_hours: 24 * 30 })
  await aTrip(db, { stops: ['ibadan', 'lagos'], departs_in_hours: 120 })
  const after = new Date().toISOString()
  const list = async (from: string, to: string) =>
    (await call(counter.listReturnDays, { from, to, after }, { as })).data
  expect(await list('ibadan', 'lagos')).toEqual([{ date: home.date, departures: 1 }])
  expect(await list('ibadan', 'kano')).toEqual([])
})

test('a clerk sells there and back in one go: two bookings of a return trip, one price, once', async () => {
  const { as, input, total_kobo, trip, home } = await aReturn()
  const key = crypto.randomUUID()
  const [sold, again] = await Promise.all([
    call(counter.sellReturnAtCounter, input, { as, key }),
    call(counter.sellReturnAtCounter, input, { as, key }),
  ])
  expect(sold.status).toBe(200)
  expect(again.text).toBe(sold.text)
  const { out, back } = sold.data
  expect(out.booking).toMatchObject({
    status: 'confirmed',
    seats: [1, 3],
    paid_kobo: 2 * adultSeatKobo,
    return_trip: { way: 'out', other: back.reference, total_kobo },
  })
  expect(back.booking).toMatchObject({
    status: 'confirmed',
    paid_kobo: 2 * adultSeatKobo + 100_000,
    return_trip: { way: 'back', other: out.reference },
  })
  expect([out.booking.trip.id, back.booking.trip.id]).toEqual([trip.id, home.id])
  const seatOf = (sale: typeof out, name = '') =>
    sale.tickets.find(({ passenger }) => passenger === name)?.seat
  const [first, second] = input.passengers.map(({ full_name }) => full_name)
  expect([seatOf(out, first), seatOf(back, first)]).toEqual([1, 5])
  expect([seatOf(out, second), seatOf(back, second)]).toEqual([3, 4])
  expect(back.shift).toMatchObject({ sales: 2, expected_kobo: 1_000_000 + total_kobo })
  expect(out.shift).toEqual(back.shift)
  expect(await doJobs()).toEqual([])
  await expectConsistentSales(db)
})

test('what is wrong with either direction sells neither', async () => {
  const { as, input, trip, home, operator_id, shift } = await aReturn()
  const refuse = async (over: Partial<ReturnInput>) =>
    (await call(counter.sellReturnAtCounter, { ...input, ...over }, { as })).problem
  expect((await refuse({ total_kobo: input.total_kobo - 1 })).code).toBe('price_changed')
  const short = { back: { trip_id: home.id, seats: [4] } }
  expect((await refuse(short)).fields).toEqual({
    'back.seats': 'Choose a seat back for each traveller.',
  })
  const sameWay = await aTrip(db, { operator_id, departs_in_hours: 96, fare_kobo: 900_000 })
  const forth = { back: { trip_id: sameWay.id, seats: [5, 4] } }
  expect((await refuse(forth)).fields).toHaveProperty(['back.trip_id'])
  const early = await aTrip(db, {
    operator_id,
    stops: ['ibadan', 'lagos'],
    departs_in_hours: 24,
    fare_kobo: 900_000,
  })
  const before = { back: { trip_id: early.id, seats: [5, 4] } }
  expect((await refuse(before)).fields).toEqual({
    'back.trip_id': 'This bus leaves before you arrive. Choose a later one.',
  })
  const theirs = await aTrip(db, {
    operator_id: await anOperator(db),
    stops: ['ibadan', 'lagos'],
    departs_in_hours: 96,
  })
  expect(await refuse({ back: { trip_id: theirs.id, seats: [5, 4] } })).toMatchObject({
    status: 404,
    detail: 'On the return trip: You have no departure with this id.',
  })
  const unknown = await refuse({ back: { trip_id: home.id, seats: [5, 61] } })
  expect(unknown.fields).toEqual({ 'back.seats.1': 'Seat 61 is not on sale on this trip.' })
  await aPaidBooking(server, home.id, [4])
  expect(await refuse({})).toMatchObject({
    code: 'seat_taken',
    detail: 'On the return trip: Seat 4 was just taken. Pick another.',
    fields: { 'back.seats': 'Seat 4 was just taken.' },
  })
  await sql`update trip set sales_closed_at = now() where id = ${home.trip_id}`.execute(db)
  expect(await refuse({})).toMatchObject({
    code: 'trip_not_on_sale',
    detail: expect.stringMatching(/^On the return trip: Sales closed/),
  })
  await aPaidBooking(server, trip.id, [3])
  await sql`update trip set sales_closed_at = null where id = ${home.trip_id}`.execute(db)
  expect((await refuse({})).fields).toEqual({ seats: 'Seat 3 was just taken.' })
  expect(await countSeats(trip.trip_id)).toBe(1)
  await call(counter.closeShift, { id: shift.id, counted_kobo: 1_000_000 }, { as })
  expect((await refuse({})).code).toBe('shift_needed')
  await expectConsistentSales(db)
})

test('the operator cancels the outbound trip: the return trip is cancelled free, and all is paid out', async () => {
  const { as, input, trip, operator_id, total_kobo } = await aReturn()
  const { data } = await call(counter.sellReturnAtCounter, input, { as })
  const key = await anOperatorKey(server, operator_id)
  await call(cancelTrip, { id: trip.id }, { as: key })
  expect(await doJobs()).toEqual([])
  const seen = async (reference: string) =>
    (await call(counter.previewCounterRefund, { reference }, { as })).data
  expect(await seen(data.out.reference)).toMatchObject({ due_kobo: 2 * adultSeatKobo })
  const back = await seen(data.back.reference)
  expect(back).toMatchObject({ cancel_kobo: back.amount_kobo, due_kobo: 0 })
  for (const [reference, cancel, refund_kobo] of [
    [data.out.reference, false, 2 * adultSeatKobo],
    [data.back.reference, true, back.amount_kobo],
  ] as const)
    await call(counter.refundAtCounter, { reference, cancel, refund_kobo }, { as })
  const { shift } = (await call(counter.getOpenShift, {}, { as })).data
  expect(shift).toMatchObject({ paid_out_kobo: total_kobo, expected_kobo: 1_000_000 })
  await expectConsistentSales(db)
})

test('two clerks sell the same seats there and back at once: one of them does', async () => {
  const { as, input, operator_id } = await aReturn()
  const { as: other } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const { id: shift } = await aShift(server, other)
  const answers = await Promise.all([
    call(counter.sellReturnAtCounter, input, { as }),
    call(counter.sellReturnAtCounter, { ...input, shift }, { as: other }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await expectConsistentSales(db)
})

/** What `aReturn` sells, with other departures for each way: `[before, between, after]` the two that were sold. */
async function aMovableReturn() {
  const { as, input, operator_id } = await aReturn()
  const { data } = await call(counter.sellReturnAtCounter, input, { as })
  const make = (departs_in_hours: number, over: object = {}) =>
    aTrip(db, { operator_id, departs_in_hours, ...over })
  const home = { stops: ['ibadan', 'lagos'], fare_kobo: 900_000 }
  const there = [await make(20), await make(80), await make(120)] as const
  const back = [await make(20, home), await make(60, home), await make(120, home)] as const
  const { out, back: way_back } = data
  const optionsOf = async (reference: string) => {
    const { data: seen } = await call(previewCounterMove, { reference }, { as })
    return seen.options.map(({ trip }) => trip.id)
  }
  const move = (reference: string, trip_id: string, by = as) => {
    const sums = { take_kobo: 0, pay_out_kobo: 0 }
    return call(moveAtCounter, { reference, trip_id, seats: [8, 9], ...sums }, { as: by })
  }
  return {
    as,
    operator_id,
    out: out.reference,
    way_back: way_back.reference,
    there,
    back,
    optionsOf,
    move,
  }
}

test('a direction moves only where the travellers arrive before they leave for the other', async () => {
  const { as, out, way_back, there, back, optionsOf, move } = await aMovableReturn()
  expect(await optionsOf(out)).toEqual([there[0].id, there[1].id])
  expect(await optionsOf(way_back)).toEqual([back[1].id, back[2].id])
  expect((await move(out, there[2].id)).problem.fields).toEqual({
    trip_id: 'This bus arrives after your bus back leaves. Choose an earlier one.',
  })
  expect((await move(way_back, back[0].id)).problem.fields).toEqual({
    trip_id: 'This bus leaves before you arrive. Choose a later one.',
  })
  const { data } = await call(counter.previewCounterRefund, { reference: way_back }, { as })
  const refund_kobo = data.cancel_kobo ?? 0
  await call(counter.refundAtCounter, { reference: way_back, cancel: true, refund_kobo }, { as })
  expect(await optionsOf(out)).toEqual(there.map(({ id }) => id))
  expect((await move(out, there[2].id)).status).toBe(200)
  await expectConsistentSales(db)
})

test('two clerks move both directions past each other at once: one of them does', async () => {
  const { operator_id, out, way_back, there, back, move } = await aMovableReturn()
  const colleague = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  await aShift(server, colleague.as)
  const { asked } = await db.transaction(async (tx) => {
    const trips = [there[1].trip_id, back[1].trip_id]
    await sql`select from trip where id = any (${trips}::uuid[]) for update`.execute(tx)
    const both = [move(out, there[1].id), move(way_back, back[1].id, colleague.as)]
    await waitUntilBlocked(db, '', 2)
    return { asked: both }
  })
  const moves = await Promise.all(asked)
  expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  await expectConsistentSales(db)
})
