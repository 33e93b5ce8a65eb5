import { afterAll, expect, test } from 'vitest'
import * as counter from '#contract/counter/endpoints'
import { listAuditLog } from '#contract/members/endpoints'
import { computeNonRefundableKobo } from '#contract/parcels/price'
import { listOperatorParcels, trackParcel } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { makePickupPin } from '#server/platform/pickup-pin'
import { room as counterRoom } from '#server/rooms/counter'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aShift, aWalkInInput, aWalkInParcel } from '#tests/support/makers/counter'
import { aMember, aSecondFactorMember } from '#tests/support/makers/members'
import { aParcelScan, aParcelTrip, sendScans } from '#tests/support/makers/parcels'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { expectConsistentSales } from './sound-books.ts'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** A bus with parcel counters at both ends, and a clerk of its operator with an open shift. */
async function aCounter() {
  const trip = await aParcelTrip(server)
  const { operator_id } = trip
  const { as, user } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  return { trip, operator_id, as, user, shift: await aShift(server, as) }
}

/** The balances of an operator: what we owe it, and what it has taken itself. */
async function balancesOf(operator_id: string) {
  const { rows } = await sql<{ kind: string; kobo: number }>`
    select a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as kobo
    from account a join transfer t on a.id in (t.credit_account, t.debit_account)
    where a.owner = ${operator_id} group by a.kind`.execute(db)
  const { operator_payable = 0, operator_cash = 0 } = Object.fromEntries(
    rows.map(({ kind, kobo }) => [kind, kobo]),
  )
  return { operator_payable, operator_cash }
}

/**
 * Makes a parcel one that has been ready for its receiver for ten days, so that storage is due. Returns its fee and
 * PIN, and a key of the operator.
 */
async function letItWait(reference: string, operator_id: string) {
  await sql`update parcel set created_at = now() - interval '12 days', paid_at = now() - interval '12 days'
    where tracking_id = ${reference}`.execute(db)
  const key = await anOperatorKey(server, operator_id, ['counter'])
  const occurred_at = new Date(Date.now() - 10 * 86_400_000).toISOString()
  await sendScans(server, key, [aParcelScan(reference, 'ready_for_pickup', { occurred_at })])
  const { data } = await call(listOperatorParcels, { search: reference }, { as: key })
  const { rows } = await sql<{ id: string; pin_issue: number }>`
    select id, pin_issue from parcel where tracking_id = ${reference}`.execute(db)
  const pin = rows[0] && makePickupPin(server.host.config, rows[0].id, rows[0].pin_issue)
  return { key, storage_kobo: data[0]?.storage?.due_kobo ?? 0, pin: pin ?? '' }
}

const soonest = (pin: string) => (pin === '123456' ? '654321' : '123456')

test('a clerk sells a parcel for cash: accepted with its waybill, in the drawer and in the ledger', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const { parcel, reference, shift: after } = await aWalkInParcel(server, as, shift.id, trip)
  const { total_kobo, lines } = parcel.price
  expect(parcel).toMatchObject({
    tracking_id: reference,
    waybill: reference,
    paid_kobo: total_kobo,
    pickup_pin: null,
    sender: { full_name: 'Ngozi Bello' },
    tracking: { state: 'received' },
  })
  expect(after).toMatchObject({
    sales: 1,
    taken: [{ means: 'cash', amount_kobo: total_kobo }],
    taken_for: [{ subject: 'parcels', count: 1, amount_kobo: total_kobo }],
    expected_kobo: 1_000_000 + total_kobo,
  })
  const ours = lines
    .filter(({ code }) => ['service_fee', 'vat', 'cover'].includes(code))
    .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  const { operator_payable, operator_cash } = await balancesOf(operator_id)
  expect(operator_cash).toBe(-total_kobo)
  expect(operator_payable + operator_cash).toBe(-ours)
  const { data } = await call(listOperatorParcels, { search: reference }, { as })
  expect(data).toMatchObject([{ state: 'received', sold_at_counter: true }])
  expect((await call(trackParcel, { tracking_id: reference })).data.events).toMatchObject([
    { kind: 'received' },
    { kind: 'paid' },
    { kind: 'created' },
  ])
  await expectConsistentSales(db)
})

test('the PIN is for the clerk who sold the parcel, in the same shift and until it is loaded', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const { reference, parcel } = await aWalkInParcel(server, as, shift.id, trip)
  const pinFor = async (by = as) =>
    (await call(counter.getParcelSale, { reference }, { as: by })).data.parcel.pickup_pin
  expect(await pinFor()).toBe(makePickupPin(server.host.config, parcel.id, 1))
  const colleague = await aMember(server, { operator_id, role: 'owner' })
  expect(await pinFor(colleague.as)).toBeNull()
  await aShift(server, colleague.as)
  expect(await pinFor(colleague.as)).toBeNull()
  await sendScans(server, as, [aParcelScan(reference, 'loaded', { occurred_at: now() })])
  expect(await pinFor()).toBeNull()
  const { reference: second, shift: open } = await aWalkInParcel(server, as, shift.id, trip)
  await call(counter.closeShift, { id: shift.id, counted_kobo: open.expected_kobo }, { as })
  const { data } = await call(counter.getParcelSale, { reference: second }, { as })
  expect(data.parcel.pickup_pin).toBeNull()
})

test('a parcel goes with a bus of the operator that sells it, at its price and from its counter', async () => {
  const { trip, as, shift } = await aCounter()
  const sell = async (over: Parameters<typeof aWalkInInput>[3]) =>
    call(counter.sellParcelAtCounter, await aWalkInInput(server, shift.id, trip, over), { as })
  const cheap = await sell({ total_kobo: 100 })
  expect(cheap.problem).toMatchObject({ code: 'price_changed', detail: /The price is ₦/ })
  const door = await sell({ quote: { drop_off: { at: 'door' } } })
  expect(door.problem.fields).toHaveProperty('quote.drop_off.at')
  const unknown = await sell({ quote: { size: 'none' }, total_kobo: 100 })
  expect(unknown.problem.fields).toHaveProperty('quote.size')
  const address = await sell({ quote: { pick_up: { at: 'door' } }, pick_up: { at: 'door' } })
  expect(address.problem.fields).toHaveProperty('pick_up.address')
  await sql`update trip set status = 'cancelled' where id = ${trip.trip_id}`.execute(db)
  await aParcelTrip(server)
  expect((await sell({ total_kobo: 100 })).problem.code).toBe('no_parcel_bus')
  const { rows } = await sql`select from counter_entry where shift_id = ${shift.id}`.execute(db)
  expect(rows).toEqual([])
})

test('a parcel is cancelled before it is loaded: all but our fee goes back out of the drawer, once', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const { reference, parcel, shift: full } = await aWalkInParcel(server, as, shift.id, trip)
  const { total_kobo, lines } = parcel.price
  const refund_kobo = total_kobo - computeNonRefundableKobo(lines)
  const { data: sale } = await call(counter.getParcelSale, { reference }, { as })
  expect(sale).toMatchObject({ means: 'cash', amount_kobo: total_kobo, cancel_kobo: refund_kobo })
  const wrong = { reference, refund_kobo: refund_kobo + 1 }
  const refused = await call(counter.refundParcelAtCounter, wrong, { as })
  expect(refused.problem.code).toBe('price_changed')
  const key = crypto.randomUUID()
  const input = { reference, refund_kobo }
  for (let times = 0; times < 2; times += 1) {
    const { data } = await call(counter.refundParcelAtCounter, input, { as, key })
    expect(data).toMatchObject({
      paid_kobo: refund_kobo,
      parcel: { tracking: { state: 'cancelled' }, refunds: [{ state: 'succeeded' }] },
      shift: { paid_out_kobo: refund_kobo, expected_kobo: full.expected_kobo - refund_kobo },
    })
  }
  const twice = await call(counter.refundParcelAtCounter, input, { as })
  expect(twice.problem.code).toBe('parcel_closed')
  expect((await balancesOf(operator_id)).operator_cash).toBe(refund_kobo - total_kobo)
  const { data: after } = await call(counter.getParcelSale, { reference }, { as })
  expect(after).toMatchObject({ cancel_kobo: null, paid_out_kobo: refund_kobo })
  await expectConsistentSales(db)
})

test('a parcel is in the list of every shift that took or paid out money for it, once', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const stored = await aWalkInParcel(server, as, shift.id, trip)
  const { storage_kobo, pin } = await letItWait(stored.reference, operator_id)
  const { reference, parcel } = await aWalkInParcel(server, as, shift.id, trip)
  const colleague = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const other = await aShift(server, colleague.as)
  const listed = async (by: typeof as) =>
    (await call(counter.findCounterSales, {}, { as: by })).data.map((sale) => sale.reference)
  const own = [reference, stored.reference]
  expect([await listed(as), await listed(colleague.as)]).toEqual([own, []])
  const { total_kobo, lines } = parcel.price
  const refund_kobo = total_kobo - computeNonRefundableKobo(lines)
  await call(counter.refundParcelAtCounter, { reference, refund_kobo }, { as: colleague.as })
  expect([await listed(as), await listed(colleague.as)]).toEqual([own, [reference]])
  const delivery = { reference: stored.reference, pin, place: trip.to_park, storage_kobo }
  const handover = { ...delivery, shift: other.id, means: 'cash' } as const
  await call(counter.deliverParcel, handover, { as: colleague.as })
  expect([await listed(as), await listed(colleague.as)]).toEqual([own, own])
  const { shift: after } = (await call(counter.getOpenShift, {}, { as: colleague.as })).data
  expect(after).toMatchObject({ sales: 0, paid_out_kobo: refund_kobo })
})

test('a parcel that is loaded, or of which the drawer has too little, is not paid out', async () => {
  const { trip, as, shift } = await aCounter()
  const counted_kobo = shift.expected_kobo
  await call(counter.closeShift, { id: shift.id, counted_kobo }, { as })
  const empty = await aShift(server, as, 0)
  const sold = await aWalkInParcel(server, as, empty.id, trip, { means: 'transfer' })
  const { reference } = sold
  const { data } = await call(counter.getParcelSale, { reference }, { as })
  const input = { reference, refund_kobo: data.cancel_kobo ?? 0 }
  expect((await call(counter.refundParcelAtCounter, input, { as })).problem.code).toBe(
    'drawer_short',
  )
  expect((await call(trackParcel, { tracking_id: reference })).data.state).toBe('received')
  await sendScans(server, as, [aParcelScan(reference, 'loaded', { occurred_at: now() })])
  expect((await call(counter.getParcelSale, { reference }, { as })).data.cancel_kobo).toBeNull()
  expect((await call(counter.refundParcelAtCounter, input, { as })).problem.code).toBe(
    'parcel_loaded',
  )
  await expectConsistentSales(db)
})

test('a storage fee goes into the drawer of the clerk who hands the parcel over, by its PIN', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const { reference, shift: before } = await aWalkInParcel(server, as, shift.id, trip)
  const { storage_kobo, pin } = await letItWait(reference, operator_id)
  expect(storage_kobo).toBeGreaterThan(0)
  const owed = await balancesOf(operator_id)
  const input = {
    shift: shift.id,
    reference,
    place: trip.to_park,
    means: 'cash',
    storage_kobo,
  } as const
  const deliver = (given: string, over: { storage_kobo?: number } = {}, key?: string) =>
    call(
      counter.deliverParcel,
      { ...input, pin: given, ...over },
      { as, ...(key !== undefined && { key }) },
    )
  const cheap = await deliver(pin, { storage_kobo: storage_kobo - 1 })
  expect(cheap.problem.code).toBe('price_changed')
  const wrong = await deliver(soonest(pin))
  expect(wrong.data).toMatchObject({
    result: 'wrong_pin',
    shift: { expected_kobo: before.expected_kobo },
  })
  const key = crypto.randomUUID()
  for (let times = 0; times < 2; times += 1) {
    const { data } = await deliver(pin, {}, key)
    expect(data).toMatchObject({
      result: 'recorded',
      state: 'delivered',
      shift: {
        sales: 1,
        expected_kobo: before.expected_kobo + storage_kobo,
        taken: [{ means: 'cash', amount_kobo: before.expected_kobo - 1_000_000 + storage_kobo }],
        taken_for: [
          { subject: 'parcels', count: 1 },
          { subject: 'storage', count: 1, amount_kobo: storage_kobo },
        ],
      },
    })
  }
  expect((await deliver(pin)).data.result).toBe('not_live')
  // The operator may keep the fee: it holds more cash, and we owe it as much more.
  const after = await balancesOf(operator_id)
  expect(after.operator_cash).toBe(owed.operator_cash - storage_kobo)
  expect(after.operator_payable).toBe(owed.operator_payable + storage_kobo)
  await expectConsistentSales(db)
  await sql`alter table counter_entry disable trigger counter_entry_append_only`.execute(db)
  await sql`update counter_entry set amount_kobo = amount_kobo + 1
    where kind = 'storage' and shift_id = ${shift.id}`.execute(db)
  expect(await counterRoom.findFaults?.(db)).toMatchObject([
    { fault: 'a storage fee is not in the ledger as in its drawer' },
  ])
  await sql`update counter_entry set amount_kobo = amount_kobo - 1
    where kind = 'storage' and shift_id = ${shift.id}`.execute(db)
  await sql`alter table counter_entry enable trigger counter_entry_append_only`.execute(db)
})

test('a member’s scan hands over nothing while storage is due; the operator’s own program does', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const { reference } = await aWalkInParcel(server, as, shift.id, trip)
  const { key, pin } = await letItWait(reference, operator_id)
  const scan = () => aParcelScan(reference, 'delivered', { pin, occurred_at: now() })
  expect(await sendScans(server, as, [scan()])).toMatchObject([
    { result: 'storage_due', state: 'ready_for_pickup' },
  ])
  expect((await call(trackParcel, { tracking_id: reference })).data.state).toBe('ready_for_pickup')
  expect(await sendScans(server, key, [scan()])).toMatchObject([
    { result: 'recorded', state: 'delivered' },
  ])
})

test('every act with a parcel at the counter is in the log of the desk under its number', async () => {
  const { trip, operator_id, as, user, shift } = await aCounter()
  const { reference } = await aWalkInParcel(server, as, shift.id, trip)
  const { data } = await call(counter.getParcelSale, { reference }, { as })
  const input = { reference, refund_kobo: data.cancel_kobo ?? 0 }
  await call(counter.refundParcelAtCounter, input, { as })
  const owner = await aMember(server, { operator_id, role: 'owner' })
  const log = (await call(listAuditLog, { about: reference }, { as: owner.as })).data
  expect(log.map(({ who, act }) => [who, act])).toEqual([
    [user.full_name, 'refundParcelAtCounter'],
    [user.full_name, 'sellParcelAtCounter'],
  ])
})

const now = () => new Date().toISOString()
