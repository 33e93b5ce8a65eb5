import { afterAll, expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { groupEndpointsByRoom } from '#server/app'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { cupBindings, drawCup, getCup } from './sample-endpoints.ts'

const { db } = await testDatabase()
// A tenth of the limits: a burst of 120 reads, and 4 more each second.
const api = await aServer(db, { more: cupBindings, config: { rate_limit_factor: 0.1 } })
afterAll(() => api.close())

const readAtOnce = (times: number, ip: string) =>
  Promise.all(
    Array.from({ length: times }, () => api.call(getCup, { id: 'blue' }, { as: { ip } })),
  ).then((answers) => answers.filter(({ status }) => status === 200).length)

test('reads at once get all that one address may read', async () => {
  expect(await readAtOnce(40, '102.89.1.1')).toBe(40)
  expect(await readAtOnce(40, '102.89.1.1')).toBe(40)
  expect(await readAtOnce(40, '102.89.1.1')).toBe(40)
})

test('no more than the limit passes, however many come at once', async () => {
  const from = Date.now()
  const passed = await readAtOnce(180, '102.89.1.2')
  expect(passed).toBeGreaterThanOrEqual(120)
  // Tokens that were refilled meanwhile, and the last tokens that were leased.
  expect(passed).toBeLessThanOrEqual(120 + (4 * (Date.now() - from)) / 1000 + 20)
})

test('a hundred reads at once take tokens from the table five times', async () => {
  await readAtOnce(100, '102.89.1.3')
  const { rows } = await sql<{ tokens: number }>`
    select tokens from rate_bucket where key = 'read:102.89.1.3'`.execute(db)
  expect(rows[0]?.tokens).toBeLessThan(21)
  expect(rows[0]?.tokens).toBeGreaterThanOrEqual(20)
})

test('few papers are drawn for one address, and it may still make other calls', async () => {
  const as = { ip: '102.89.1.4' }
  const draw = () => api.call(drawCup, { id: 'blue' }, { as })
  const statuses = []
  for (let turn = 0; turn < 9; turn += 1) statuses.push((await draw()).status)
  // A tenth of the limit is six, and one more comes in five seconds.
  expect(statuses.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 200))
  expect(statuses).toContain(429)
  expect((await api.call(getCup, { id: 'blue' }, { as })).status).toBe(200)
  expect((await api.call(drawCup, { id: 'blue' }, { as: { ip: '102.89.1.5' } })).status).toBe(200)
})

test('every paper and export of the contract counts as one', () => {
  const all = Object.values(groupEndpointsByRoom()).flat()
  const papers = all.filter(({ file = '' }) => /pdf|csv|zip/.test(file))
  expect(papers.length).toBeGreaterThan(8)
  expect(papers.filter(({ is_costly }) => is_costly !== true)).toEqual([])
})
