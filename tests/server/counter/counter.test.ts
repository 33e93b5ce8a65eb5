import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { getManifest } from '#contract/boarding/endpoints'
import { cancelBooking, getBooking, previewCancellation } from '#contract/bookings/endpoints'
import { listShifts } from '#contract/counter/drawer-endpoints'
import * as counter from '#contract/counter/endpoints'
import { listAuditLog } from '#contract/members/endpoints'
import { sql } from '#server/db/sql'
import { room as bookings } from '#server/rooms/bookings'
import { room as counterRoom } from '#server/rooms/counter'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aHold, aPaidBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, aSaleInput, aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aTrip, anOperator } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { expectConsistentSales } from './sound-books.ts'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** A departure, and a clerk of its operator with an open shift. */
async function aCounter() {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  return { trip, operator_id, clerk, as: clerk.as, shift: await aShift(server, clerk.as) }
}

/** The balances of an operator: what we owe it, and what it has taken itself. */
async function balancesOf(operator_id: string) {
  const { rows } = await sql<{ kind: string; kobo: number }>`
    select a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as kobo
    from account a join transfer t on a.id in (t.credit_account, t.debit_account)
    where a.owner = ${operator_id} group by a.kind`.execute(db)
  return Object.fromEntries(rows.map(({ kind, kobo }) => [kind, kobo]))
}

test('a clerk sells two seats for cash: tickets, the drawer, and what the operator owes us', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const input = aSaleInput(shift.id, trip.id, [1, 3])
  const { data, status, text } = await call(counter.sellAtCounter, input, { as })
  expect([status, text]).toEqual([200, text])
  expect(data.booking).toMatchObject({
    status: 'confirmed',
    seats: [1, 3],
    paid_kobo: 2 * adultSeatKobo,
    paid_at_counter: true,
    contact: null,
    next_of_kin: null,
  })
  expect(data.tickets.map(({ seat, status: is }) => [seat, is])).toEqual([
    [1, 'valid'],
    [3, 'valid'],
  ])
  expect(data.shift).toMatchObject({
    sales: 1,
    taken: [{ means: 'cash', amount_kobo: 2 * adultSeatKobo }],
    expected_kobo: 1_000_000 + 2 * adultSeatKobo,
  })
  const ours = data.booking.fare.lines
    .filter(({ code }) => code === 'booking_fee' || code === 'vat')
    .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  const { operator_payable = 0, operator_cash = 0 } = await balancesOf(operator_id)
  expect(operator_cash).toBe(-2 * adultSeatKobo)
  expect(operator_payable + operator_cash).toBe(-ours)
  expect(ours).toBeGreaterThan(0)
  await expectConsistentSales(db)
})

test('a sale that is sent twice happens once', async () => {
  const { trip, as, shift } = await aCounter()
  const input = aSaleInput(shift.id, trip.id, [3])
  const key = crypto.randomUUID()
  const both = await Promise.all([
    call(counter.sellAtCounter, input, { as, key }),
    call(counter.sellAtCounter, input, { as, key }),
  ])
  const again = await call(counter.sellAtCounter, input, { as, key })
  expect(again.headers['idempotency-replayed']).toBe('true')
  const references = [...both, again].flatMap(({ status, data }) =>
    status === 200 ? [data.reference] : [],
  )
  expect(new Set(references).size).toBe(1)
  expect((await call(counter.getOpenShift, {}, { as })).data.shift).toMatchObject({ sales: 1 })
  // Another sale of the same seat is refused, and takes no money.
  const other = await call(counter.sellAtCounter, input, { as })
  expect(other.problem.code).toBe('seat_taken')
  expect((await call(counter.getOpenShift, {}, { as })).data.shift).toMatchObject({ sales: 1 })
})

test('a seat that is held or bought on a phone is not sold at the counter, in any race', async () => {
  const { trip, as, shift } = await aCounter()
  await aHold(server, trip.id, [1])
  await aPaidBooking(server, trip.id, [3])
  for (const seats of [[1], [3], [1, 5]]) {
    const refused = await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, seats), { as })
    expect(refused.problem.code).toBe('seat_taken')
  }
  for (const seat of [6, 7, 8, 9, 10]) {
    const [sale, hold] = await Promise.allSettled([
      call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [seat]), { as }),
      aHold(server, trip.id, [seat]),
    ])
    const sold = sale.status === 'fulfilled' && sale.value.status === 200
    expect([sold, hold.status === 'fulfilled'].filter(Boolean)).toHaveLength(1)
  }
  await expectConsistentSales(db)
})

test('two clerks sell the same seat at the same time: one of them does', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const key = await anOperatorKey(server, operator_id, ['counter'])
  const theirs = await aShift(server, key)
  for (const seat of [4, 5, 6]) {
    const answers = await Promise.all([
      call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [seat]), { as }),
      call(counter.sellAtCounter, aSaleInput(theirs.id, trip.id, [seat]), { as: key }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
  await expectConsistentSales(db)
})

test('nobody sells without a shift, after sales have closed, for another operator, or at another price', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const sell = async (input: ReturnType<typeof aSaleInput>) =>
    (await call(counter.sellAtCounter, input, { as })).problem.code
  const foreign = await aTrip(db)
  expect(await sell(aSaleInput(shift.id, foreign.id, [1]))).toBe('not_found')
  const gone = await aTrip(db, { operator_id, departs_in_hours: 0 })
  expect(await sell(aSaleInput(shift.id, gone.id, [1]))).toBe('trip_not_on_sale')
  const cheaper = aSaleInput(shift.id, trip.id, [1], { total_kobo: adultSeatKobo - 1 })
  expect(await sell(cheaper)).toBe('price_changed')
  expect(await sell(aSaleInput(crypto.randomUUID(), trip.id, [1]))).toBe('not_found')
  const { expected_kobo: counted_kobo } = shift
  await call(counter.closeShift, { id: shift.id, counted_kobo }, { as })
  expect(await sell(aSaleInput(shift.id, trip.id, [1]))).toBe('shift_needed')
  const { rows } = await sql`select from counter_entry where shift_id = ${shift.id}`.execute(db)
  expect(rows).toEqual([])
})

test('a shift is opened once, counted at the end, and a difference needs a reason', async () => {
  const { trip, as, shift } = await aCounter()
  const twice = await call(counter.openShift, { float_kobo: 0 }, { as })
  expect(twice.problem.code).toBe('shift_open')
  const tooMuch = await call(counter.openShift, { float_kobo: 1_000_000_100 }, { as })
  expect(tooMuch.problem.fields).toMatchObject({ float_kobo: expect.any(String) })
  const sales = [
    aSaleInput(shift.id, trip.id, [1]),
    aSaleInput(shift.id, trip.id, [4], { means: 'card_machine' }),
    aSaleInput(shift.id, trip.id, [3], { means: 'transfer' }),
  ]
  for (const sale of sales) await call(counter.sellAtCounter, sale, { as })
  const cash = 1_000_000 + adultSeatKobo
  const short = { id: shift.id, counted_kobo: cash - 50_000 }
  const refused = await call(counter.closeShift, short, { as })
  expect(refused.problem.code).toBe('difference_unexplained')
  const explained = { ...short, difference_reason: 'Gave ₦500 too much change' }
  const { data } = await call(counter.closeShift, explained, { as })
  expect(data).toMatchObject({
    sales: 3,
    taken: [
      { means: 'card_machine', amount_kobo: adultSeatKobo },
      { means: 'cash', amount_kobo: adultSeatKobo },
      { means: 'transfer', amount_kobo: adultSeatKobo },
    ],
    expected_kobo: cash,
    counted_kobo: cash - 50_000,
    difference_reason: 'Gave ₦500 too much change',
  })
  const again = await call(counter.closeShift, explained, { as })
  expect(again.problem.code).toBe('shift_closed')
  expect((await call(counter.getOpenShift, {}, { as })).data.shift).toBeNull()
  await aShift(server, as)
  await expectConsistentSales(db)
})

test.each([
  ['₦500 less', -50_000],
  ['₦500 more', 50_000],
])('%s than expected is counted: the ledger holds what was counted', async (_, off_kobo) => {
  const { trip, operator_id, as, shift } = await aCounter()
  await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [1]), { as })
  const before = await balancesOf(operator_id)
  const counted_kobo = shift.float_kobo + adultSeatKobo + off_kobo
  const difference_reason = 'Wrong change'
  const input = { id: shift.id, counted_kobo, difference_reason }
  const key = crypto.randomUUID()
  for (let times = 0; times < 2; times += 1) {
    const { data } = await call(counter.closeShift, input, { as, key })
    expect(data).toMatchObject({ counted_kobo, difference_reason })
  }
  const after = await balancesOf(operator_id)
  // The operator's cash is a debit.
  expect(-(after['operator_cash'] ?? 0)).toBe(counted_kobo - shift.float_kobo)
  // All accounts between the operator and us together have the same balance as before.
  const sumOf = (balances: Record<string, number>) =>
    Object.values(balances).reduce((sum, kobo) => sum + kobo, 0)
  expect(sumOf(after)).toBe(sumOf(before))
  await expectConsistentSales(db)
  await sql`update counter_shift set counted_kobo = counted_kobo + 1 where id = ${shift.id}`.execute(
    db,
  )
  expect(await counterRoom.findFaults?.(db)).toEqual([
    { fault: 'the difference of a drawer is not in the ledger', detail: shift.id },
  ])
  await sql`update counter_shift set counted_kobo = ${counted_kobo} where id = ${shift.id}`.execute(
    db,
  )
})

test('differences of shifts that were closed before the ledger held them are entered by a migration', async () => {
  const { operator_id, shift } = await aCounter()
  await sql`update counter_shift set closed_at = now(), expected_kobo = 1000000, counted_kobo = 950000,
    difference_reason = 'Wrong change' where id = ${shift.id}`.execute(db)
  expect(await counterRoom.findFaults?.(db)).toHaveLength(1)
  await sql.raw(readFileSync('server/db/migrations/0049_counter.sql', 'utf8')).execute(db)
  expect(await balancesOf(operator_id)).toEqual({
    operator_cash: 50_000,
    drawer_difference: -50_000,
  })
  await expectConsistentSales(db)
})

test('a drawer is seen by its clerk, and by those who may see all drawers', async () => {
  const { operator_id, as, shift } = await aCounter()
  const other = await aMember(server, { operator_id, role: 'counter' })
  const elsewhere = await aMember(server, { operator_id: await anOperator(db), role: 'owner' })
  for (const stranger of [other.as, elsewhere.as]) {
    const seen = await call(counter.getShift, { id: shift.id }, { as: stranger })
    expect(seen.status).toBe(404)
    const closing = { id: shift.id, counted_kobo: 1_000_000 }
    expect((await call(counter.closeShift, closing, { as: stranger })).status).toBe(404)
  }
  expect((await call(listShifts, {}, { as })).problem.code).toBe('not_allowed')
  expect((await call(listShifts, {}, { as: elsewhere.as })).data).toEqual([])
  for (const role of ['manager', 'finance', 'owner'] as const) {
    const boss = await aMember(server, { operator_id, role })
    const { data } = await call(listShifts, {}, { as: boss.as })
    expect(data.map(({ id }) => id)).toEqual([shift.id])
  }
  const attendant = await aMember(server, { operator_id, role: 'attendant' })
  const refused = await call(counter.openShift, { float_kobo: 0 }, { as: attendant.as })
  expect(refused.problem.code).toBe('not_allowed')
})

test('every act of a clerk is in the log of the desk, the sale under its reference', async () => {
  const { trip, operator_id, clerk, as, shift } = await aCounter()
  const { data } = await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [1]), { as })
  const counted_kobo = data.shift.expected_kobo
  await call(counter.closeShift, { id: shift.id, counted_kobo }, { as })
  const owner = await aMember(server, { operator_id, role: 'owner' })
  const log = (await call(listAuditLog, {}, { as: owner.as })).data
  expect(log.map(({ who, act, about }) => [who, act, about])).toEqual(
    expect.arrayContaining([
      [clerk.user.full_name, 'openShift', null],
      [clerk.user.full_name, 'sellAtCounter', data.reference],
      [clerk.user.full_name, 'closeShift', null],
    ]),
  )
  const found = await call(listAuditLog, { about: data.reference }, { as: owner.as })
  expect(found.data.map(({ act }) => act)).toEqual(['sellAtCounter'])
})

test('the manifest names what a traveller at the counter has not given', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  await aPaidBooking(server, trip.id, [1])
  await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [4]), { as })
  const whole = aSaleInput(shift.id, trip.id, [3])
  const passengers = whole.passengers.map((one) => ({
    ...one,
    phone: '0803 111 2233',
    address: '4 Lagos Road, Ibadan',
  }))
  const next_of_kin = {
    full_name: 'Aisha Bello',
    phone: '0803 111 4455',
    relationship: 'sibling',
  } as const
  await call(counter.sellAtCounter, { ...whole, passengers, next_of_kin }, { as })
  const key = await anOperatorKey(server, operator_id)
  const { data } = await call(getManifest, { id: trip.trip_id }, { as: key })
  expect(data.seats.map(({ seat, missing }) => [seat, missing])).toEqual([
    [1, []],
    [3, []],
    [4, ['phone', 'address', 'next_of_kin']],
  ])
})

test('what was bought at a counter is neither cancelled nor refunded online', async () => {
  const { trip, as, shift } = await aCounter()
  const { data } = await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [1]), { as })
  const { reference } = data
  const person = await aUser(server)
  await sql`select adopt_booking(id, ${person.user.id}) from booking where reference = ${reference}`.execute(
    db,
  )
  expect((await call(getBooking, { reference }, person)).data).toMatchObject({
    paid_at_counter: true,
  })
  expect((await call(previewCancellation, { reference }, person)).problem.code).toBe(
    'paid_at_counter',
  )
  for (const refund_to of ['wallet', 'source'] as const) {
    const refused = await call(cancelBooking, { reference, refund_to }, person)
    expect(refused.problem.code).toBe('paid_at_counter')
  }
  await expectConsistentSales(db)
})

test('what a traveller gave at the counter is deleted like that of others, next of kin or not', async () => {
  const { trip, as, shift } = await aCounter()
  const sale = aSaleInput(shift.id, trip.id, [1])
  const passengers = sale.passengers.map((one) => ({ ...one, address: '4 Lagos Road, Ibadan' }))
  await call(counter.sellAtCounter, { ...sale, passengers }, { as })
  const addresses = async () => {
    const { rows } = await sql<{ address: string }>`
      select p.address from passenger p join booking b on b.id = p.booking_id where b.trip_id = ${trip.trip_id}`.execute(
      db,
    )
    return rows.map(({ address }) => address)
  }
  await bookings.personalData?.tidy?.(db)
  expect(await addresses()).toEqual(['4 Lagos Road, Ibadan'])
  await sql`update trip set departs_at = departs_at - interval '1 year', sales_close_at = sales_close_at - interval '1 year',
      arrives_at = arrives_at - interval '1 year' where id = ${trip.trip_id}`.execute(db)
  await bookings.personalData?.tidy?.(db)
  expect(await addresses()).toEqual([''])
})
