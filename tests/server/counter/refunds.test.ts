import { expect, test } from 'vitest'
import { cancelTrip, changeVehicle } from '#contract/bookings/endpoints'
import * as counter from '#contract/counter/endpoints'
import { moveAtCounter } from '#contract/counter/move-endpoints'
import { computeAdultTotal } from '#contract/fare'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import {
  adultSeatKobo,
  anAllotment,
  anAllottedSale,
  aSaleInput,
  aShift,
} from '#tests/support/makers/counter'
import { aMember, aSecondFactorMember } from '#tests/support/makers/members'
import { aTrip, anOperator, type TripOptions } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { expectConsistentSales } from './sound-books.ts'

const { db, server, doJobs } = await aPaymentWorld()
const { call } = server

const phone = '+2348031112233'

/** A clerk with a second factor, who has sold seat 1 for cash, unless `sale` says otherwise. */
async function aSale({
  float_kobo = 1_000_000,
  departs_in_hours = 48,
  seats = [1],
  vehicle,
  ...sale
}: {
  float_kobo?: number
  departs_in_hours?: number
  seats?: number[]
  vehicle?: TripOptions['vehicle']
  means?: 'transfer'
} = {}) {
  const trip = await aTrip(db, { departs_in_hours, ...(vehicle !== undefined && { vehicle }) })
  const { operator_id } = trip
  const clerk = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as, float_kobo)
  const input = aSaleInput(shift.id, trip.id, seats, sale)
  const passengers = input.passengers.map((one) => ({ ...one, phone }))
  const { data } = await call(counter.sellAtCounter, { ...input, passengers }, { as: clerk.as })
  expect(await doJobs()).toEqual([])
  const { reference, tickets } = data
  return { trip, operator_id, as: clerk.as, shift, reference, tickets }
}

const cashOf = async (operator_id: string) => {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end), 0)::bigint as kobo
    from account a join transfer t on a.id in (t.credit_account, t.debit_account)
    where a.owner = ${operator_id} and a.kind = 'operator_cash'`.execute(db)
  return rows[0]?.kobo
}

const textsWith = async (words: string) => {
  const { rows } = await sql<{ body: string }>`
    select body from sandbox.letter where body like ${`%${words}%`}`.execute(db)
  return rows.map(({ body }) => body)
}

test('a clerk cancels a sale by the policy and pays the refund out of the drawer', async () => {
  const { operator_id, as, reference, trip } = await aSale()
  const { data: preview } = await call(counter.previewCounterRefund, { reference }, { as })
  expect(preview).toMatchObject({ status: 'confirmed', due_kobo: 0, seats: [1] })
  const refund_kobo = preview.cancel_kobo ?? 0
  expect(refund_kobo).toBeGreaterThan(0)
  const wrong = { reference, cancel: true, refund_kobo: refund_kobo + 1 }
  expect((await call(counter.refundAtCounter, wrong, { as })).problem.code).toBe('price_changed')
  const input = { reference, cancel: true, refund_kobo }
  const key = crypto.randomUUID()
  const { data } = await call(counter.refundAtCounter, input, { as, key })
  expect(data).toMatchObject({ status: 'cancelled', paid_kobo: refund_kobo })
  expect(data.shift).toMatchObject({
    paid_out_kobo: refund_kobo,
    expected_kobo: 1_000_000 + adultSeatKobo - refund_kobo,
  })
  await call(counter.refundAtCounter, input, { as, key })
  expect(await cashOf(operator_id)).toBe(refund_kobo - adultSeatKobo)
  const twice = await call(counter.refundAtCounter, { ...input, cancel: false }, { as })
  expect(twice.problem.code).toBe('nothing_due')
  expect(await doJobs()).toEqual([])
  // The traveller already has the money, so nobody writes to them where to get it, and no company is asked.
  expect(await textsWith('in cash at the operator')).toEqual([])
  // The seat is sold again.
  const { shift } = (await call(counter.getOpenShift, {}, { as })).data
  const again = await call(counter.sellAtCounter, aSaleInput(shift?.id ?? '', trip.id, [1]), { as })
  expect(again.status).toBe(200)
  await expectConsistentSales(db)
})

test('of two seats one is cancelled and paid out; the other travels, and goes back later', async () => {
  const { as, reference } = await aSale({ seats: [1, 3] })
  const previewOf = async (seats?: string) =>
    (await call(counter.previewCounterRefund, { reference, ...(seats && { seats }) }, { as })).data
  const both = await previewOf()
  expect(both.travellers.map(({ seat }) => seat)).toEqual([1, 3])
  const one = await previewOf('3')
  expect(one).toMatchObject({ seats: [3], closed: null, cancel_kobo: (both.cancel_kobo ?? 0) / 2 })
  const refund_kobo = one.cancel_kobo ?? 0
  const input = { reference, cancel: true, seats: [3], refund_kobo }
  const { data } = await call(counter.refundAtCounter, input, { as })
  expect(data).toMatchObject({ status: 'confirmed', paid_kobo: refund_kobo })
  expect(await previewOf()).toMatchObject({
    travellers: [{ seat: 1 }],
    seats: [1],
    paid_out_kobo: refund_kobo,
    cancel_kobo: refund_kobo,
  })
  const gone = await call(counter.refundAtCounter, input, { as })
  expect(gone.problem.fields).toEqual({ seats: 'No traveller of this booking has seat 3.' })
  const rest = await call(counter.refundAtCounter, { ...input, seats: [1] }, { as })
  expect(rest.data).toMatchObject({ status: 'cancelled', paid_kobo: refund_kobo })
  expect(await previewOf()).toMatchObject({
    closed: 'This booking is cancelled already.',
    cancel_kobo: null,
    travellers: [],
  })
  await expectConsistentSales(db)
})

test('a clerk finds the sales of the open shift, and any sale by its code, ticket or phone', async () => {
  const { as, reference, tickets, shift, operator_id } = await aSale()
  const find = async (search?: string, by = as) =>
    (await call(counter.findCounterSales, search === undefined ? {} : { search }, { as: by })).data
  const [sale] = await find()
  expect(sale).toMatchObject({
    reference,
    status: 'confirmed',
    means: 'cash',
    amount_kobo: adultSeatKobo,
    paid_out_kobo: 0,
    due_kobo: 0,
    travellers: [{ seat: 1 }],
  })
  const spaced = reference.toLowerCase().replace(/^.{4}/, '$& ')
  const ways = [spaced, tickets[0]?.code ?? '', '0803 111 2233']
  for (const search of ways) expect(await find(search)).toContainEqual(sale)
  const { expected_kobo: counted_kobo } = (await call(counter.getShift, { id: shift.id }, { as }))
    .data
  await call(counter.closeShift, { id: shift.id, counted_kobo }, { as })
  expect(await find()).toEqual([])
  const colleague = await aMember(server, { operator_id, role: 'counter' })
  expect(await find(reference, colleague.as)).toEqual([sale])
  const elsewhere = await aMember(server, { operator_id: await anOperator(db), role: 'owner' })
  for (const search of ways) expect(await find(search, elsewhere.as)).toEqual([])
  const wrong = await call(counter.findCounterSales, { search: 'Musa' }, { as })
  expect(wrong.problem.fields).toHaveProperty('search')
})

test('a sale is in the list of every shift that took or paid out money for it, once, and counts in its own', async () => {
  const { as, reference, operator_id } = await aSale()
  const other = await aTrip(db, { operator_id, departs_in_hours: 72, fare_kobo: 950_000 })
  const colleague = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  await aShift(server, colleague.as)
  const listed = async (by: typeof as) =>
    (await call(counter.findCounterSales, {}, { as: by })).data.map((sale) => sale.reference)
  expect(await listed(colleague.as)).toEqual([])
  const sums = { means: 'cash', take_kobo: 100_000, pay_out_kobo: 0 } as const
  const move = { reference, trip_id: other.id, seats: [4], ...sums }
  await call(moveAtCounter, move, { as: colleague.as })
  expect([await listed(as), await listed(colleague.as)]).toEqual([[reference], [reference]])
  const { data } = await call(counter.previewCounterRefund, { reference }, { as })
  const refund = { reference, cancel: true, refund_kobo: data.cancel_kobo ?? 0 }
  await call(counter.refundAtCounter, refund, { as: colleague.as })
  expect(await listed(colleague.as)).toEqual([reference])
  const { shift } = (await call(counter.getOpenShift, {}, { as: colleague.as })).data
  expect(shift).toMatchObject({ sales: 0, paid_out_kobo: refund.refund_kobo })
  await expectConsistentSales(db)
})

test('nothing is paid out for a bus that leaves within the hour or has left, and the preview says why', async () => {
  const { as, reference, trip } = await aSale({ departs_in_hours: 0.5 })
  const { data: soon } = await call(counter.previewCounterRefund, { reference }, { as })
  expect(soon).toMatchObject({ cancel_kobo: null, seats: [], lines: [] })
  expect(soon.closed).toContain('The bus leaves in less than an hour.')
  await sql`update trip set departs_at = departs_at - interval '1 hour', arrives_at = arrives_at - interval '1 hour',
    sales_close_at = sales_close_at - interval '1 hour' where id = ${trip.trip_id}`.execute(db)
  const { data: gone } = await call(counter.previewCounterRefund, { reference }, { as })
  expect(gone.closed).toBe('The time at which this bus was to leave has passed.')
  const refused = await call(
    counter.refundAtCounter,
    { reference, cancel: true, refund_kobo: 0 },
    { as },
  )
  expect(refused.problem).toMatchObject({ code: 'cancellation_closed', detail: gone.closed })
})

test('the operator cancels the departure: the traveller gets everything back at the counter', async () => {
  const { operator_id, as, reference, trip } = await aSale({ means: 'transfer' })
  const key = await anOperatorKey(server, operator_id)
  await call(cancelTrip, { id: trip.id }, { as: key })
  expect(await doJobs()).toEqual([])
  expect(await textsWith('in cash at the operator')).toHaveLength(1)
  const { rows } = await sql<{ state: string; tries: number }>`
    select r.state, r.tries from refund r join booking b on b.id = r.payable_id where b.reference = ${reference}`.execute(
    db,
  )
  expect(rows).toEqual([{ state: 'requested', tries: 0 }])
  await expectConsistentSales(db)
  const { data: preview } = await call(counter.previewCounterRefund, { reference }, { as })
  expect(preview).toMatchObject({ due_kobo: adultSeatKobo, cancel_kobo: null })
  // It was paid by transfer, and there is not that much cash in the drawer.
  const input = { reference, cancel: false, refund_kobo: adultSeatKobo }
  const paid = await call(counter.refundAtCounter, input, { as })
  expect(paid.data).toMatchObject({ status: 'operator_cancelled', paid_kobo: adultSeatKobo })
  expect(await cashOf(operator_id)).toBe(0)
  await expectConsistentSales(db)
})

test('a sale without a network is refunded for a cheaper vehicle as a sale of before is, whenever it is reported', async () => {
  const { operator_id, as, reference, shift, trip } = await aSale({ vehicle: 'hiace-15' })
  const seats = [3, 4]
  const allotment = await anAllotment(server, as, { shift: shift.id, trip_id: trip.id, seats })
  const key = await anOperatorKey(server, operator_id)
  const told = await textsWith('in cash at the operator')
  await call(changeVehicle, { id: trip.id, vehicle: 'coaster-28' }, { as: key })
  const report = async (seat: number) => {
    const { passengers, ...sale } = anAllottedSale(allotment, [seat])
    const input = { ...sale, passengers: passengers.map((one) => ({ ...one, phone })) }
    return (await call(counter.sellAllottedSeats, input, { as })).data
  }
  const during = await report(3)
  expect(await doJobs()).toEqual([])
  const later = await report(4)
  expect(later.booking).toMatchObject({ paid_kobo: adultSeatKobo })
  expect(await doJobs()).toEqual([])
  const dueOf = async (sale: string) =>
    (await call(counter.previewCounterRefund, { reference: sale }, { as })).data.due_kobo
  const due_kobo = await dueOf(reference)
  expect(due_kobo).toBeGreaterThan(0)
  expect([await dueOf(during.reference), await dueOf(later.reference)]).toEqual([
    due_kobo,
    due_kobo,
  ])
  expect(await textsWith('in cash at the operator')).toHaveLength(told.length + 3)
  await expectConsistentSales(db)
  const input = { reference: later.reference, cancel: false, refund_kobo: due_kobo }
  expect((await call(counter.refundAtCounter, input, { as })).data.paid_kobo).toBe(due_kobo)
  await expectConsistentSales(db)
  const seat = { shift: shift.id, trip_id: trip.id, seats: [5] }
  const cheap = await anAllotment(server, as, seat)
  const total_kobo = computeAdultTotal(cheap.seat_fare_kobo, cheap.park_fee_kobo)
  const sale = anAllottedSale(cheap, [5], { total_kobo })
  const { data } = await call(counter.sellAllottedSeats, sale, { as })
  expect([data.booking.paid_kobo, await dueOf(data.reference)]).toEqual([total_kobo, 0])
})

test('a drawer pays out no more than it holds, and only in an open shift', async () => {
  const { as, reference, shift } = await aSale({ means: 'transfer', float_kobo: 10_000 })
  const { data: preview } = await call(counter.previewCounterRefund, { reference }, { as })
  const input = { reference, cancel: true, refund_kobo: preview.cancel_kobo ?? 0 }
  expect((await call(counter.refundAtCounter, input, { as })).problem.code).toBe('drawer_short')
  await call(counter.closeShift, { id: shift.id, counted_kobo: 10_000 }, { as })
  expect((await call(counter.refundAtCounter, input, { as })).problem.code).toBe('shift_needed')
  const { data: after } = await call(counter.previewCounterRefund, { reference }, { as })
  expect(after).toEqual(preview)
})

test('another operator knows nothing of a sale, and who pays out has a second factor', async () => {
  const { operator_id, reference } = await aSale()
  const elsewhere = await aSecondFactorMember(server, {
    operator_id: await anOperator(db),
    role: 'owner',
  })
  const input = { reference, cancel: true, refund_kobo: 0 }
  const asked = await call(counter.previewCounterRefund, { reference }, { as: elsewhere.as })
  expect(asked.status).toBe(404)
  expect((await call(counter.refundAtCounter, input, { as: elsewhere.as })).status).toBe(404)
  const { as } = await aMember(server, { operator_id, role: 'counter' })
  const refused = await call(counter.refundAtCounter, input, { as })
  expect(refused.problem.code).toBe('second_factor_needed')
})
