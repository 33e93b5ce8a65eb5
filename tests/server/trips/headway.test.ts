import { afterAll, expect, test } from 'vitest'
import { findTrips, getRoute } from '#contract/trips/endpoints'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { importTimetable } from '#server/rooms/timetables'
import { aHeadwayFeed, scaleFeed, manyRoutesFeed } from '#tests/support/files/big-feeds'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { url } = await testDatabase()
/**
 * The only connection of this test, so that every row it reads can be counted. PostgreSQL adds what a connection read
 * to its statistics up to ten seconds later, so rows that another one reads would be counted at any time.
 */
const db = openDatabase(url, { max: 1, application_name: 'waka test search' })
const server = await aServer(db)
afterAll(async () => {
  await server.close()
  await db.destroy()
})
await aCountry(db)

/** Eleven trips with sixteen stops each, among 32 stations in ten places. */
const feed = scaleFeed(manyRoutesFeed, 0.02)

async function importEvery(headway: number): Promise<void> {
  await importTimetable(db, aHeadwayFeed({ ...feed, headway }), {})
  await sql`vacuum analyze trip, schedule, schedule_stop, fare`.execute(db)
}

/**
 * Returns the two cities with the most departures between them, and the day eight days from now. All trips run on that
 * day and on the seven days around it, which a search reads as well.
 */
async function busiestSearch() {
  const { rows } = await sql<{ from: string; to: string; date: string }>`
    select x.code as from, y.code as to, to_char(lagos_today() + 8, 'YYYY-MM-DD') as date
    from connection c join city x on x.id = c.from_city_id join city y on y.id = c.to_city_id
    order by c.runs desc, x.code, y.code limit 1`.execute(db)
  return rows[0] ?? { from: '', to: '', date: '' }
}

async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables
    where relname in ('trip', 'fare', 'seat_claim')`.execute(db)
  return rows[0]?.read ?? 0
}

test('a search reads no more departures when runs leave three times as often', async () => {
  await importEvery(9)
  const asked = await busiestSearch()
  const readBy = async (query: object) => {
    const before = await rowsRead()
    const { data } = await server.call(findTrips, { ...asked, ...query })
    expect(data).toHaveLength(20)
    return (await rowsRead()) - before
  }
  // The limits of a search on the rows of the day (300) and of each day of the week (60), plus 100 for all other rows.
  const most = 300 + 7 * 60 + 100
  expect(await readBy({})).toBeLessThanOrEqual(most)
  await importEvery(3)
  expect(await readBy({})).toBeLessThanOrEqual(most)
  expect(await readBy({ page: 10 })).toBeLessThanOrEqual(most)
}, 120_000)

test('a departure is offered once, soonest first, however many stops it makes in the two cities', async () => {
  const asked = await busiestSearch()
  const { data, meta } = await server.call(findTrips, asked)
  expect(new Set(data.map(({ id }) => id.split('.')[0])).size).toBe(20)
  const times = data.map(({ departs_at }) => departs_at)
  expect(times).toEqual(times.toSorted())
  expect(meta.total).toBeGreaterThan(200)
  expect(meta.total).toBeLessThanOrEqual(300)
  expect(meta.week.map(({ trips }) => trips)).toEqual(Array.from({ length: 7 }, () => 60))
})

test('of a crowded day the evening is found by its hours, and an operator by its name', async () => {
  const asked = await busiestSearch()
  const all = await server.call(findTrips, asked)
  const evening = await server.call(findTrips, { ...asked, departs: ['evening'] })
  expect(evening.data).toHaveLength(20)
  expect(all.meta.facets.operators).toHaveLength(1)
  const operator = [all.data[0]?.operator.code ?? '']
  expect((await server.call(findTrips, { ...asked, operator })).meta.total).toBe(all.meta.total)
})

test('a park is exact: every run that boards there is offered from there', async () => {
  const asked = await busiestSearch()
  const { data } = await server.call(findTrips, asked)
  const from = data[0]?.from.park.code ?? ''
  const there = await server.call(findTrips, { ...asked, from })
  expect(new Set(there.data.map((trip) => trip.from.park.code))).toEqual(new Set([from]))
})

test('the page of a crowded route does not call the last departure that it read the last bus', async () => {
  const asked = await busiestSearch()
  const { data } = await server.call(getRoute, { from: asked.from, to: asked.to })
  const { data: evening } = await server.call(findTrips, {
    ...asked,
    date: data.date ?? '',
    departs: ['evening'],
  })
  expect(evening).toHaveLength(20)
  expect(data.first_at).not.toBeNull()
  expect(data.last_at).toBeNull()
})
