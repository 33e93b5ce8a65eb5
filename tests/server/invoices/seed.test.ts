import { afterAll, expect, test } from 'vitest'
import { listInvoices } from '#contract/invoices/endpoints'
import { invoiceStates, invoicePartStates } from '#contract/invoices/rules'
import { seedHistories } from '#demo/histories'
import { seedInvoices } from '#demo/invoices'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aDemoPerson } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const deps = { ...server.host, db }
await seedHistories(db, server.host.config)

test('the people of the demo have invoices in every state, made once, and the books are right', async () => {
  expect(await seedInvoices(db, deps)).toBe(true)
  expect(await seedInvoices(db, deps)).toBe(false)
  const ada = await aDemoPerson(server, 0)
  const { data } = await server.call(listInvoices, {}, { as: ada })
  expect(new Set(data.map(({ state }) => state))).toEqual(new Set(invoiceStates))
  const parts = data.flatMap((one) => one.parts.map(({ state }) => state))
  expect(new Set(parts)).toEqual(new Set(invoicePartStates))
  expect(data.filter(({ parts }) => parts.length > 1)).toHaveLength(2)
  expect(data.some(({ refunds }) => refunds.length > 0)).toBe(true)
  expect(await findLedgerViolations(deps)).toEqual([])
})
