import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database'
import { cupBindings, fillCup, payCup, ran } from '#tests/support/made-up'
import { aServer } from '#tests/support/server'

const { db } = await testDatabase()
const api = await aServer(db, { more: cupBindings })
afterAll(() => api.close())
beforeEach(() => {
  ran.times = 0
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
  expect(ran.times).toBe(1)
})

test('of ten at once one runs and nine replay', async () => {
  const key = crypto.randomUUID()
  const all = await Promise.all(
    Array.from({ length: 10 }, () => api.call(fillCup, { name: 'ten', end: 'wait' }, { key })),
  )
  expect(new Set(all.map(({ text }) => text)).size).toBe(1)
  expect(all.every(({ status }) => status === 200)).toBe(true)
  expect(ran.times).toBe(1)
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
  expect([ran.times, await cups('four')]).toEqual([1, 0])
})

test.each(['break', 'conflict'] as const)(
  'what is not final (%s) undoes everything and may be tried again',
  async (end) => {
    const key = crypto.randomUUID()
    const first = await api.call(fillCup, { name: `five ${end}`, end }, { key })
    const again = await api.call(fillCup, { name: `five ${end}`, end }, { key })
    expect(again.status).toBe(first.status)
    expect(again.headers['idempotency-replayed']).toBeUndefined()
    expect([ran.times, await cups(`five ${end}`)]).toEqual([2, 0])
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
  expect(ran.times).toBe(2)
})
