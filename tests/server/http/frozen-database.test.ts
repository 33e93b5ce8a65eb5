import { afterAll, beforeEach, expect, test } from 'vitest'
import { findTrips } from '#contract/trips/endpoints'
import { findAppRole } from '#server/db/app-role'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { definePage } from '#server/http/pages'
import { aFreezableProxy } from '#tests/support/database/frozen-proxy'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { cupBindings, fillCup, handlerRuns, heldCall, payCup } from './sample-endpoints.ts'

const { db, url } = await testDatabase()
const proxy = await aFreezableProxy(url)
const served = openDatabase(proxy.url, { max: 3, role: await findAppRole(url) })
const readPage = definePage('GET', '/cup-count', async ({ db: reading }) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from installed`.execute(
    reading,
  )
  return { html: `<p>${rows[0]?.n}</p>` }
})
const api = await aServer(served, {
  more: [...cupBindings, readPage],
  database_timeout_ms: 300,
  isServed: true,
})
afterAll(async () => {
  proxy.thaw()
  await api.close()
  await served.destroy()
  await proxy.close()
})
beforeEach(() => {
  handlerRuns.times = 0
})

const cups = async (name: string) =>
  (await sql`select 1 from installed where name = ${`cup ${name}`}`.execute(db)).rows.length
const fill = (name: string, key = crypto.randomUUID(), end: 'ok' | 'hold' = 'ok') =>
  api.call(fillCup, { name, end }, { key })
const askReady = async () => (await api.app.inject('/readyz')).statusCode

// A frozen database ends no call: these calls must end by our own time limits.
test('with a frozen database each call ends, and says when to come again', async () => {
  expect((await fill('warm')).status).toBe(200)
  expect(await askReady()).toBe(200)
  proxy.freeze()
  // More than the pool has connections, so that some wait for one.
  const writes = await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => fill(`frozen ${n}`)),
    api.call(payCup, { name: 'frozen', end: 'ok' }),
    api.call(findTrips, { from: 'lagos', to: 'ibadan', date: '2026-12-01' }),
  ])
  for (const { status, problem, headers } of writes)
    expect([status, problem.code, headers['retry-after']]).toEqual([503, 'unavailable', '5'])
  // The call also ends if new connections get no answer, as now.
  expect((await fill('again')).status).toBe(503)
  expect(await askReady()).toBe(503)
  const page = await api.app.inject('/cup-count')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5'])
  proxy.thaw()
})

test('a call that was cut off in its transaction has one effect when it is repeated', async () => {
  const key = crypto.randomUUID()
  const { promise, resolve } = Promise.withResolvers<void>()
  heldCall.until = promise
  const first = fill('cut', key, 'hold')
  await expect.poll(() => handlerRuns.times).toBe(1)
  // Repeats of a running write wait in this process, not in the database.
  const repeats = Array.from({ length: 3 }, () => fill('cut', key, 'hold'))
  proxy.freeze()
  resolve()
  const answers = await Promise.all([first, ...repeats])
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  proxy.thaw()
  await expect.poll(async () => (await fill('cut', key, 'hold')).status).toBe(200)
  expect(await cups('cut')).toBe(1)
})

test('when the database answers again, calls do too', async () => {
  await expect.poll(async () => (await fill('thawed')).status).toBe(200)
  expect(await askReady()).toBe(200)
  const page = await api.app.inject('/cup-count')
  expect(page.statusCode).toBe(200)
})
