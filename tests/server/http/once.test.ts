import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { maxWaitingRepeats } from '#server/http/idempotency'
import { storeAnswer } from '#server/http/repository'
import { testDatabase } from '#tests/support/database/test-database'
import { cupBindings, fillCup, heldCall, payCup, handlerRuns } from './sample-endpoints.ts'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const api = await aServer(db, { more: cupBindings })
afterAll(() => api.close())
beforeEach(() => {
  handlerRuns.times = 0
})

const cups = async (name: string) =>
  (await sql`select 1 from installed where name = ${`cup ${name}`}`.execute(db)).rows.length

test('a repeat replays the first answer byte for byte and does nothing', async () => {
  const key = crypto.randomUUID()
  const first = await api.call(fillCup, { name: 'one', end: 'ok' }, { key })
  const again = await api.call(fillCup, { name: 'one', end: 'ok' }, { key })
  expect(again.text).toBe(first.text)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(handlerRuns.times).toBe(1)
})

test('of ten at once one runs and nine replay', async () => {
  const key = crypto.randomUUID()
  const all = await Promise.all(
    Array.from({ length: 10 }, () => api.call(fillCup, { name: 'ten', end: 'wait' }, { key })),
  )
  expect(new Set(all.map(({ text }) => text)).size).toBe(1)
  expect(all.every(({ status }) => status === 200)).toBe(true)
  expect(handlerRuns.times).toBe(1)
})

test('repeats of a call that takes long hold no connection; too many of them are told to come again', async () => {
  const key = crypto.randomUUID()
  const { promise, resolve } = Promise.withResolvers<void>()
  heldCall.until = promise
  const fill = () => api.call(fillCup, { name: 'long', end: 'hold' }, { key })
  // It is not defined which of the concurrent calls are refused.
  const refused: Awaited<ReturnType<typeof fill>>[] = []
  const all = Array.from({ length: maxWaitingRepeats + 4 }, async () => {
    const answer = await fill()
    if (answer.status !== 200) refused.push(answer)
    return answer
  })
  await vi.waitFor(() => expect(refused.length).toBe(3))
  expect(refused.map(({ problem }) => problem.code)).toEqual(refused.map(() => 'unavailable'))
  expect(refused.every(({ headers }) => headers['retry-after'] === '1')).toBe(true)
  // As many calls as the pool has connections wait, and others are still answered.
  expect((await api.call(fillCup, { name: 'meanwhile', end: 'ok' })).status).toBe(200)
  resolve()
  const answered = (await Promise.all(all)).filter(({ status }) => status === 200)
  expect(answered.length).toBe(maxWaitingRepeats + 1)
  expect(new Set(answered.map(({ text }) => text)).size).toBe(1)
  expect((await fill()).text).toBe(answered[0]?.text)
  expect(handlerRuns.times).toBe(2)
})

test('a key that another process works on for long is told to come again, and then has its answer', async () => {
  const as = { device_id: crypto.randomUUID() }
  const cup = { name: 'elsewhere', end: 'ok' } as const
  await api.call(fillCup, { name: 'before', end: 'ok' }, { as })
  const { rows } = await sql<{ principal: string }>`
    select principal from idempotency where response <> '' order by created_at desc limit 1`.execute(
    db,
  )
  const key = crypto.randomUUID()
  const of = { principal: rows[0]?.principal ?? '', key }
  const kept = { route: 'fillCup', body_sha256: new Uint8Array(32), status: 0, response: '' }
  const elsewhere = inTransaction(db, async (tx) => {
    await storeAnswer(tx, of, kept)
    const meanwhile = await api.call(fillCup, cup, { as, key })
    expect([meanwhile.status, meanwhile.problem.code]).toEqual([503, 'unavailable'])
    expect(meanwhile.headers['retry-after']).toBeDefined()
    throw new Error('that process was stopped')
  })
  await expect(elsewhere).rejects.toThrow('that process was stopped')
  expect((await api.call(fillCup, cup, { as, key })).status).toBe(200)
})

test('whoever has taken a key waits for other locks as long as anybody', async () => {
  const of = { principal: 'somebody', key: crypto.randomUUID() }
  const kept = { route: 'fillCup', body_sha256: new Uint8Array(32), status: 0, response: '' }
  const longest = await inTransaction(db, async (tx) => {
    expect(await storeAnswer(tx, of, kept)).toBe(true)
    return (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)).rows[0]
  })
  expect(longest).toEqual({ lock_timeout: '0' })
})

test('the same key for something else is 422', async () => {
  const key = crypto.randomUUID()
  await api.call(fillCup, { name: 'two', end: 'ok' }, { key })
  const body = await api.call(fillCup, { name: 'three', end: 'ok' }, { key })
  const route = await api.call(payCup, { name: 'two', end: 'ok' }, { key })
  expect([body.status, body.problem.code]).toEqual([422, 'idempotency_key_reused'])
  expect(route.problem.code).toBe('idempotency_key_reused')
})

test('two devices may use the same key', async () => {
  const key = crypto.randomUUID()
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
  const one = await api.call(fillCup, { name: 'dev a', end: 'ok' }, { key, as: { device_id: a } })
  const two = await api.call(fillCup, { name: 'dev b', end: 'ok' }, { key, as: { device_id: b } })
  expect([one.data.name, two.data.name]).toEqual(['dev a', 'dev b'])
})

test('an answer is replayed only to who shows what its first caller showed', async () => {
  const key = crypto.randomUUID()
  const device_id = crypto.randomUUID()
  const body = { name: 'own', end: 'ok' } as const
  const mine = { device_id, guest_token: 'own' }
  const first = await api.call(payCup, body, { key, as: mine })
  for (const guest_token of ['another', ''])
    expect((await api.call(payCup, body, { key, as: { device_id, guest_token } })).text).not.toBe(
      first.text,
    )
  expect((await api.call(payCup, body, { key, as: mine })).text).toBe(first.text)
})

test('a business refusal undoes the effect and is replayed', async () => {
  const key = crypto.randomUUID()
  const first = await api.call(fillCup, { name: 'four', end: 'refuse' }, { key })
  const again = await api.call(fillCup, { name: 'four', end: 'refuse' }, { key })
  expect([first.status, first.problem.code]).toEqual([409, 'seat_taken'])
  expect(again.text).toBe(first.text)
  expect(again.headers['content-type']).toBe('application/problem+json')
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect([handlerRuns.times, await cups('four')]).toEqual([1, 0])
})

test.each(['break', 'conflict'] as const)(
  'what is not final (%s) undoes everything and may be tried again',
  async (end) => {
    const key = crypto.randomUUID()
    const first = await api.call(fillCup, { name: `five ${end}`, end }, { key })
    const again = await api.call(fillCup, { name: `five ${end}`, end }, { key })
    expect(again.status).toBe(first.status)
    expect(again.headers['idempotency-replayed']).toBeUndefined()
    expect([handlerRuns.times, await cups(`five ${end}`)]).toEqual([2, 0])
  },
)

test('a handler with transactions of its own is replayed too', async () => {
  for (const end of ['ok', 'refuse'] as const) {
    const key = crypto.randomUUID()
    const first = await api.call(payCup, { name: 'six', end }, { key })
    const again = await api.call(payCup, { name: 'six', end }, { key })
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotency-replayed']).toBe('true')
  }
  expect(handlerRuns.times).toBe(2)
})
