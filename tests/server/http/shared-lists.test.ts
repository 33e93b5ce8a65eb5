import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { sql } from '#server/db/sql'
import { bindEndpoint } from '#server/http/serve'
import { makeSharedLists } from '#server/http/shared-lists'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { fillCup, listCups, washCup } from './sample-endpoints.ts'

afterEach(() => vi.restoreAllMocks())

const { db } = await testDatabase()
let reads = 0
const bindings = [
  bindEndpoint(listCups, async (ctx) => {
    reads += 1
    const { rows } = await sql<{ name: string; sips: number }>`
      select name, 1 as sips from installed where starts_with(name, 'cup') order by name`.execute(
      ctx.db,
    )
    return rows
  }),
  bindEndpoint(fillCup, async (ctx, { name, end }) => {
    await sql`insert into installed (name) values (${`cup ${name}`})`.execute(ctx.db)
    if (end === 'break') throw new Error('the cup broke')
    return { name, at: '' }
  }),
  bindEndpoint(washCup, () => ({})),
]
const server = await aServer(db, { more: bindings, shared_list_ms: 600_000 })
afterAll(() => server.close())

const listNames = async () => (await server.call(listCups, {})).data.map(({ name }) => name)

test('everybody who asks for a public list gets the one that was read for the first', async () => {
  const before = reads
  const all = await Promise.all(Array.from({ length: 20 }, () => server.call(listCups, {})))
  expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  await server.call(listCups, {}, { as: { ip: '102.89.2.1' } })
  expect(reads - before).toBe(1)
})

test('who writes finds it in the list at once, with another ETag', async () => {
  const before = await server.call(listCups, {})
  await server.call(fillCup, { name: 'green', end: 'ok' })
  const after = await server.call(listCups, {})
  expect(after.data.map(({ name }) => name)).toContain('cup green')
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
  const etag = String(after.headers['etag'])
  const ask = (tags: string) =>
    server.call(listCups, {}, { headers: { 'if-none-match': tags } }).then(({ status }) => status)
  expect([await ask(etag), await ask(`"x", W/${etag}`), await ask('*')]).toEqual([304, 304, 304])
  expect(await ask(String(before.headers['etag']))).toBe(200)
})

test('what was not asked for as the contract says gets no stored answer', async () => {
  await listNames()
  const odd = await server.app.inject('/api/v1/waka/cups?name=blue')
  expect(odd.statusCode).toBe(400)
  expect((await server.app.inject('/api/v1/other/cups')).statusCode).toBe(404)
})

const answerOf = (body: string) =>
  Promise.resolve({ status: 200, headers: { 'content-type': 'text/plain' }, body })

test('an answer is made again when its time is over, and compressed only if it changed', async () => {
  const lists = makeSharedLists(1000)
  const first = await lists.find(listCups, {}, () => answerOf('a'))
  expect(await lists.find(listCups, {}, () => answerOf('b'))).toBe(first)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001)
  expect(await lists.find(listCups, {}, () => answerOf('a'))).toBe(first)
  lists.forget()
  expect((await lists.find(listCups, {}, () => answerOf('b'))).body).toBe('b')
})

test('an answer that a write overtook is not used again', async () => {
  const lists = makeSharedLists(1000)
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof answerOf>>>()
  const overtaken = lists.find(listCups, {}, () => promise)
  lists.forget()
  const later = lists.find(listCups, {}, () => answerOf('new'))
  resolve(await answerOf('old'))
  expect([(await overtaken).body, (await later).body]).toEqual(['old', 'new'])
  expect((await lists.find(listCups, {}, () => answerOf('x'))).body).toBe('new')
})

test('a failure is not stored', async () => {
  const lists = makeSharedLists(1000)
  const failing = lists.find(listCups, {}, () => Promise.reject(new Error('not now')))
  await expect(failing).rejects.toThrow('not now')
  expect((await lists.find(listCups, {}, () => answerOf('a'))).body).toBe('a')
})

test('thousands of other inputs push out each other, not the list that everybody asks for', async () => {
  const lists = makeSharedLists(600_000)
  let made = 0
  const find = (input: object) =>
    lists.find(listCups, input, () => {
      made += 1
      return answerOf('a')
    })
  await find({ from: 0 })
  for (let from = 1; from < 3000; from += 1) {
    await find({ from })
    await find({})
  }
  expect(made).toBe(3001)
  await find({ from: 0 })
  expect(made).toBe(3002)
})
