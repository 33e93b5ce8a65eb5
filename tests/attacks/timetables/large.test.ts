import { afterAll, expect, test } from 'vitest'
import { findPlaces, listConnections } from '#contract/lookups/endpoints'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { importTimetable } from '#server/rooms/timetables'
import {
  aHeadwayFeed,
  scaleFeed,
  manyRoutesFeed,
  manyWindowsFeed,
  sixtyTripsFeed,
} from '#tests/support/files/big-feeds'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { url } = await testDatabase()
/**
 * The only connection of this test, so that every row it reads can be counted. PostgreSQL adds what a connection read
 * to its statistics up to ten seconds later, so rows that another one reads would be counted at any time.
 */
const db = openDatabase(url, { max: 1, application_name: 'waka test import' })
const server = await aServer(db)
afterAll(async () => {
  await server.close()
  await db.destroy()
})
await aCountry(db)

/** Imports an edition of the small timetable; returns how many rows of the large tables were read for it. */
async function rowsReadBy(edition: number): Promise<number> {
  await sql`vacuum analyze trip, schedule, schedule_stop, fare, motor_park`.execute(db)
  const readSoFar = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables
      where relname in ('trip', 'schedule', 'schedule_stop', 'fare')`.execute(db)
    return rows[0]?.read ?? 0
  }
  const before = await readSoFar()
  const { counts } = await importTimetable(db, aHeadwayFeed(sixtyTripsFeed, edition), {})
  expect(counts.departures).toBeGreaterThan(1500)
  return (await readSoFar()) - before
}

test('a small import after large ones reads no more rows than before them', async () => {
  await rowsReadBy(0)
  const small = await rowsReadBy(5)
  await importTimetable(db, aHeadwayFeed(scaleFeed(manyRoutesFeed, 0.03)), {})
  await importTimetable(db, aHeadwayFeed(scaleFeed(manyWindowsFeed, 0.03)), {})
  const { rows } = await sql<{ trips: number }>`select count(*)::int as trips from trip`.execute(db)
  expect(rows[0]?.trips).toBeGreaterThan(70_000)
  expect(await rowsReadBy(10)).toBeLessThan(small * 2)
}, 120_000)

test('connections after large imports are cities only, few bytes, and read no stop of a run', async () => {
  const { data, bytes } = await server.call(listConnections, {})
  expect(bytes.length).toBeLessThan(50_000)
  expect(data.from_cities.length).toBeGreaterThan(3)
  expect(new Set([...data.from_cities, ...data.to_cities].map(({ kind }) => kind))).toEqual(
    new Set(['city']),
  )
  const from = data.from_cities[0]?.code ?? ''
  const narrowed = (await server.call(listConnections, { from })).data.to_cities
  expect(narrowed.length).toBeGreaterThan(0)
  const all = new Set(data.to_cities.map(({ code }) => code))
  expect(narrowed.every(({ code }) => code !== from && all.has(code))).toBe(true)
})

test('the list stays below 50 kB however many cities there are; the others are found by search', async () => {
  await sql`
    insert into city (code, name, state_code, latitude, longitude)
    select 'village-' || n, 'Village number ' || n, 'LA', 6, 3 from generate_series(1, 2000) n`.execute(
    db,
  )
  await sql`
    insert into connection (feed_id, from_city_id, to_city_id, ends_on, runs)
    select null, a.id, b.id, 'infinity', 1 from city a join city b on b.id = a.id + 1
    where a.code like 'village-%' and b.code like 'village-%'`.execute(db)
  const { data, bytes } = await server.call(listConnections, {})
  expect(data.from_cities.length).toBeGreaterThan(150)
  expect(bytes.length).toBeLessThan(50_000)
  const { data: found } = await server.call(findPlaces, { q: 'village 1999' })
  expect(found.map(({ code }) => code)).toEqual(['village-1999'])
})

test('a timetable that is over connects nothing any more', async () => {
  await sql`update connection set ends_on = lagos_today() - 1`.execute(db)
  const { data } = await server.call(listConnections, {})
  expect(data).toEqual({ from_cities: [], to_cities: [] })
})
