import { afterAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/endpoints'
import { findCounterSales, getOpenShift, listShifts } from '#contract/counter/endpoints'
import { counterMeans } from '#contract/counter/rules'
import { seedCounter } from '#demo/counter'
import { seedDesks } from '#demo/desks'
import { demoDeskPeople, demoPassword } from '#demo/country/people'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const deps = { ...server.host, db }
await seedDesks(db, server.host.config)

test('the demo’s counter has shifts in every state, made once, and the books are right', async () => {
  expect(await seedCounter(db, deps)).toBe(true)
  expect(await seedCounter(db, deps)).toBe(false)
  const [{ email: login }] = demoDeskPeople
  const { token } = (await server.call(logIn, { login, password: demoPassword })).data
  const as = { token }
  const { data: shifts } = await server.call(listShifts, {}, { as })
  expect(
    shifts.map(({ closed_at, counted_kobo, expected_kobo }) =>
      closed_at === null ? 'open' : (counted_kobo ?? 0) - expected_kobo,
    ),
  ).toEqual(['open', -50_000, 0])
  for (const { opened_at, closed_at } of shifts)
    expect(Date.parse(closed_at ?? new Date().toISOString())).toBeGreaterThan(Date.parse(opened_at))
  const { shift } = (await server.call(getOpenShift, {}, { as })).data
  expect(shift?.paid_out_kobo).toBeGreaterThan(0)
  const { data: sales } = await server.call(findCounterSales, {}, { as })
  expect(new Set(sales.map(({ means }) => means))).toEqual(new Set(counterMeans))
  expect(sales.map(({ status }) => status)).toEqual([
    'cancelled',
    'confirmed',
    'confirmed',
    'confirmed',
  ])
  expect(await findLedgerViolations(deps)).toEqual([])
})
