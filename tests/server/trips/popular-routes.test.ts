import { fromPriceDays } from '#contract/sale'
import { afterAll, expect, test, vi } from 'vitest'
import { findTrips, listPopularRoutes } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const inDays = (count: number) =>
  new Date(Date.now() + 3_600_000 + count * 86_400_000).toISOString().slice(0, 10)

test('each popular road costs what searches say is the cheapest of the days from tomorrow on', async () => {
  const { data: roads } = await server.call(listPopularRoutes, {})
  expect(roads).toHaveLength(6)
  for (const { from, to, date, fare_from_kobo } of roads) {
    const pair = { from: from.code, to: to.code }
    const { meta: first } = await server.call(findTrips, { ...pair, date: inDays(4) })
    const { meta: second } = await server.call(findTrips, { ...pair, date: inDays(11) })
    const days = [...first.week, ...second.week]
    expect(days.map((day) => day.date)).toEqual(
      Array.from({ length: fromPriceDays }, (_, index) => inDays(index + 1)),
    )
    const fares = days.map(({ fare_kobo }) => fare_kobo ?? Infinity)
    expect(fare_from_kobo, `${from.name} → ${to.name}`).toBe(Math.min(...fares))
    expect(date).toBe(days[fares.indexOf(fare_from_kobo)]?.date)
  }
})

test('no road stands there in both directions', async () => {
  const { data: roads } = await server.call(listPopularRoutes, {})
  const pairs = roads.map(({ from, to }) => [from.code, to.code].toSorted().join(' '))
  expect(new Set(pairs).size).toBe(pairs.length)
})

test('they are worked out once in five minutes, however many ask', async () => {
  const { data: before } = await server.call(listPopularRoutes, {})
  await sql`delete from connection`.execute(db)
  expect((await server.call(listPopularRoutes, {})).data).toEqual(before)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 301_000)
  expect((await server.call(listPopularRoutes, {})).data).toEqual([])
  vi.restoreAllMocks()
})

test('where no bus runs there are none', async () => {
  const empty = await testDatabase()
  const quiet = await aServer(empty.db)
  expect((await quiet.call(listPopularRoutes, {})).data).toEqual([])
  await quiet.close()
})
