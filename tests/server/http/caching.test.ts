import { afterAll, expect, test } from 'vitest'
import type { Replicas } from '#server/db/replicas'
import { bindEndpoint } from '#server/http/serve'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { countCups, cupBindings, fillCup, getCup, listCups } from './sample-endpoints.ts'

const { db } = await testDatabase()
const api = await aServer(db, { more: cupBindings })
afterAll(() => api.close())

test('a public answer may be held by shared caches, and depends on nobody’s login', async () => {
  const guest = await api.call(countCups, {})
  expect(guest.headers['cache-control']).toBe(
    'public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=300',
  )
  const somebody = await api.call(countCups, {}, { as: { token: 'of somebody' } })
  expect([somebody.status, somebody.text, somebody.headers['etag']]).toEqual([
    200,
    '{"data":{"count":2}}',
    guest.headers['etag'],
  ])
  const etag = String(guest.headers['etag'])
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
    const again = await api.call(countCups, {}, { headers: { 'if-none-match': known } })
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([
      304,
      '',
      guest.headers['cache-control'],
    ])
  }
  const other = await api.call(countCups, {}, { headers: { 'if-none-match': '"other"' } })
  expect(other.status).toBe(200)
})

test('a public answer that looks at its caller is a fault, not a leak', async () => {
  const counting = bindEndpoint(countCups, ({ actor }) => ({ count: actor.kind.length }))
  const own = await aServer(db, { more: [counting] })
  expect((await own.call(countCups, {})).status).toBe(500)
  await own.close()
})

test('only what may be a moment old is read from a replica, and not by who has just written', async () => {
  let reads = 0
  const replicas: Replicas = {
    read: (work) => {
      reads += 1
      return work(db)
    },
    countFresh: () => 1,
    stop: async () => {},
  }
  const own = await aServer(db, { more: cupBindings, replicas })
  await own.call(countCups, {})
  expect(reads).toBe(1)
  await own.call(countCups, {}, { headers: { 'cache-control': 'max-age=0' } })
  expect(reads).toBe(2)
  await own.call(countCups, {}, { headers: { 'cache-control': 'no-cache' } })
  await own.call(getCup, { id: 'blue' })
  await own.call(listCups, {})
  await own.call(fillCup, { name: 'read at the primary', end: 'ok' })
  expect(reads).toBe(2)
  const metrics = await own.app.inject('/metrics')
  expect(metrics.body).toContain('database_replicas_fresh 1')
  await own.close()
})
