import { afterAll, expect, test } from 'vitest'
import * as counter from '#contract/counter/endpoints'
import { sql } from '#server/db/sql'
import { aShift, aWalkInInput, aWalkInParcel } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aParcelTrip } from '#tests/support/makers/parcels'
import { anOperator } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { expectConsistentSales } from '#tests/server/counter/sound-books'

/** Clerks must not take money twice, out of other drawers, or for parcels of other operators. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

async function aCounter() {
  const trip = await aParcelTrip(server)
  const { operator_id } = trip
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  return { trip, operator_id, as, shift: await aShift(server, as) }
}

const entriesOf = async (shift: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from counter_entry where shift_id = ${shift}::uuid order by made_at`.execute(db)
  return rows.map(({ kind }) => kind)
}

test('a sale that is sent twice at the same time, and again later, counts once', async () => {
  const { trip, as, shift } = await aCounter()
  const input = await aWalkInInput(server, shift.id, trip)
  const key = crypto.randomUUID()
  const send = () => call(counter.sellParcelAtCounter, input, { as, key })
  const answers = [...(await Promise.all([send(), send()])), await send()]
  const references = answers.flatMap(({ status, data }) => (status === 200 ? [data.reference] : []))
  expect(new Set(references).size).toBe(1)
  expect(await entriesOf(shift.id)).toEqual(['sale'])
  const other = await call(
    counter.sellParcelAtCounter,
    { ...input, means: 'transfer' },
    { as, key },
  )
  expect(other.status).toBe(422)
  await expectConsistentSales(db)
})

test('a sale and the closing of its shift at the same time: the count contains it, or it is refused', async () => {
  const { trip, as, shift } = await aCounter()
  const input = await aWalkInInput(server, shift.id, trip)
  const closing = {
    id: shift.id,
    counted_kobo: shift.expected_kobo,
    difference_reason: 'A parcel was sold just then',
  }
  const [sale] = await Promise.all([
    call(counter.sellParcelAtCounter, input, { as }),
    call(counter.closeShift, closing, { as }),
  ])
  const { data } = await call(counter.getShift, { id: shift.id }, { as })
  const sold_kobo = sale.status === 200 ? input.total_kobo : 0
  if (sale.status !== 200) expect(sale.problem.code).toBe('shift_needed')
  expect(data.expected_kobo).toBe(shift.expected_kobo + sold_kobo)
  const late = await call(counter.sellParcelAtCounter, input, { as })
  expect(late.problem.code).toBe('shift_needed')
  await expectConsistentSales(db)
})

test('nobody sells into the drawer of a colleague or of another operator', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const colleague = await aSecondFactorMember(server, { operator_id, role: 'owner' })
  const strangers = await aSecondFactorMember(server, {
    operator_id: await anOperator(db),
    role: 'owner',
  })
  const input = await aWalkInInput(server, shift.id, trip)
  for (const { as: other } of [colleague, strangers])
    expect((await call(counter.sellParcelAtCounter, input, { as: other })).status).toBe(404)
  // Even in a shift of its own, another operator cannot sell: it has no bus from this counter.
  const theirs = await aShift(server, strangers.as)
  const elsewhere = { ...input, shift: theirs.id }
  const refused = await call(counter.sellParcelAtCounter, elsewhere, { as: strangers.as })
  expect(refused.problem.code).toBe('no_parcel_bus')
  const { reference } = await aWalkInParcel(server, as, shift.id, trip)
  expect((await call(counter.getParcelSale, { reference }, { as: strangers.as })).status).toBe(404)
  const refund = { reference, refund_kobo: 0 }
  expect((await call(counter.refundParcelAtCounter, refund, { as: strangers.as })).status).toBe(404)
  const delivery = { shift: theirs.id, reference, pin: '123456', storage_kobo: 100 }
  const taken = await call(
    counter.deliverParcel,
    { ...delivery, means: 'cash' },
    { as: strangers.as },
  )
  expect(taken.status).toBe(404)
  expect(await entriesOf(theirs.id)).toEqual([])
})

test('two clerks who cancel the same parcel at the same time pay it out once', async () => {
  const { trip, operator_id, as, shift } = await aCounter()
  const colleague = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  await aShift(server, colleague.as)
  const { reference } = await aWalkInParcel(server, as, shift.id, trip)
  const { data } = await call(counter.getParcelSale, { reference }, { as })
  const input = { reference, refund_kobo: data.cancel_kobo ?? 0 }
  const answers = await Promise.all(
    [as, colleague.as].map((by) => call(counter.refundParcelAtCounter, input, { as: by })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await expectConsistentSales(db)
})

test('sums below zero, values without end and texts of megabytes are refused before anything happens', async () => {
  const { trip, as, shift } = await aCounter()
  const input = await aWalkInInput(server, shift.id, trip)
  const { quote } = input
  const refusedBy = async (over: object) => {
    const { status, problem } = await call(
      counter.sellParcelAtCounter,
      { ...input, ...over },
      { as },
    )
    return status === 413 ? 'too large' : Object.keys(problem.fields ?? {})
  }
  expect(await refusedBy({ total_kobo: -1 })).toEqual(['total_kobo'])
  expect(await refusedBy({ total_kobo: 1.5 })).toEqual(['total_kobo'])
  for (const declared_value_kobo of [-1, 500_000_001, 1e300])
    expect(await refusedBy({ quote: { ...quote, declared_value_kobo } })).toEqual([
      'quote.declared_value_kobo',
    ])
  expect(await refusedBy({ contents: 'lace '.repeat(400) })).toEqual(['contents'])
  expect(await refusedBy({ contents: 'x'.repeat(3_000_000) })).toBe('too large')
  const add_ons = Array.from({ length: 13 }, () => 'fragile')
  expect(await refusedBy({ quote: { ...quote, add_ons } })).toEqual(['quote.add_ons'])
  expect(await refusedBy({ nothing_prohibited: false })).toEqual(['nothing_prohibited'])
  expect(await entriesOf(shift.id)).toEqual([])
})

test('the database keeps a parcel of nobody only if a counter sold it', async () => {
  const { trip, as, shift } = await aCounter()
  const { parcel } = await aWalkInParcel(server, as, shift.id, trip)
  await expect(
    sql`insert into parcel (id, tracking_id, quote_id, route_id, operator_id, trip_id, leg_from, leg_to, size_code,
        weight_grams, type_code, declared_value_kobo, cover_kobo, price, total_kobo, pay_until)
      select gen_random_uuid(), 'XXXXXXXXXXX', q.id, p.route_id, p.operator_id, p.trip_id, p.leg_from, p.leg_to,
        p.size_code, p.weight_grams, p.type_code, p.declared_value_kobo, p.cover_kobo, p.price, p.total_kobo, p.pay_until
      from parcel p, parcel_quote q
      where p.id = ${parcel.id}::uuid and not exists (select from parcel where quote_id = q.id) limit 1`.execute(
      db,
    ),
  ).rejects.toThrow('of nobody is not paid')
})
