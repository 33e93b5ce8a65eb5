import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { importTimetable, insertOneDayDeparture } from '#server/rooms/timetables'
import { serverJobPlans } from '#server/jobs/jobs'
import {
  makeDepartures,
  makeComingDepartures,
  departureHorizonDays,
} from '#server/jobs/make-departures'
import {
  aHeadwayFeed,
  scaleFeed,
  manyRoutesFeed,
  manyWindowsFeed,
} from '#tests/support/files/big-feeds'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db, url } = await testDatabase()
// Without a time limit: deleting tens of thousands of departures checks every table that may refer to one.
const patient = openDatabase(url, { max: 1, statement_timeout_ms: 0 })
afterAll(() => patient.destroy())
const server = await aServer(db)
afterAll(() => server.close())
await aCountry(db)
await importTimetable(db, aHeadwayFeed(scaleFeed(manyRoutesFeed, 0.015)), {})
await importTimetable(db, aHeadwayFeed(scaleFeed(manyWindowsFeed, 0.01)), {})

const log = pino({ level: 'silent' })
const said: [level: string, words: object, sentence: string][] = []
/** A logger that records messages of the levels info and error in `said`. */
const hearing = Object.assign(Object.create(log), {
  info: (words: object, sentence: string) => said.push(['info', words, sentence]),
  error: (words: object, sentence: string) => said.push(['error', words, sentence]),
}) as typeof log

const countTrips = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from trip`.execute(db)).rows[0]
    ?.count ?? 0

const today = async () =>
  (
    await sql<{ today: string }>`
      select to_char(lagos_today(), 'YYYY-MM-DD') as today`.execute(db)
  ).rows[0]?.today ?? ''

const tables = ['trip', 'schedule', 'schedule_stop'] as const
type RowCounts = Record<(typeof tables)[number], number>

/** Counts the other connections of the database that hold a snapshot. */
const countSnapshots = async () =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null`.execute(
      db,
    )
  ).rows[0]?.count ?? 0

/** Counts the rows of each table that `work` reads, in the table or in its indexes. */
async function rowsRead(work: (tx: Db) => Promise<unknown>): Promise<RowCounts> {
  const readSoFar = async (tx: Db) => {
    const { rows } = await sql<{ name: keyof RowCounts; read: number }>`
      select t.name, sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))::int as read
      from unnest(${tables}::text[]) t (name), pg_class c left join pg_index i on i.indexrelid = c.oid
      where c.oid = t.name::regclass or i.indrelid = t.name::regclass group by t.name`.execute(tx)
    return Object.fromEntries(rows.map(({ name, read }) => [name, read])) as RowCounts
  }
  // Update the statistics and remove dead rows, as autovacuum does within a minute. Rows that an older snapshot may
  // still read would stay in the indexes, and count.
  await expect.poll(countSnapshots, { timeout: 20_000 }).toBe(0)
  await sql`vacuum analyze schedule, trip, schedule_stop`.execute(db)
  return db.transaction(async (tx) => {
    // A table of some hundred rows may be read as a whole at the same cost, but not the table of a whole country.
    await sql`set local enable_seqscan = off`.execute(tx)
    const before = await readSoFar(tx)
    await work(tx)
    const after = await readSoFar(tx)
    return Object.fromEntries(tables.map((name) => [name, after[name] - before[name]])) as RowCounts
  })
}

test('a nightly roll with nothing new to make reads no departure, and one look an operator', async () => {
  expect(await countTrips()).toBeGreaterThan(25_000)
  const read = await rowsRead((tx) => makeComingDepartures({ db: tx, log }))
  expect(read).toMatchObject({ trip: 0, schedule_stop: 0 })
  expect(read.schedule).toBeLessThan(20)
}, 60_000)

test('the next night makes one day, and says how many departures it made', async () => {
  const before = await countTrips()
  await sql`update schedule set rolled_until = rolled_until - 1`.execute(db)
  await sql`delete from trip where service_date = ${await today()}::date + ${departureHorizonDays}::int`.execute(
    db,
  )
  const missing = before - (await countTrips())
  expect(missing).toBeGreaterThan(500)
  await makeComingDepartures({ db, log: hearing })
  expect(await countTrips()).toBe(before)
  expect(said).toContainEqual([
    'info',
    expect.objectContaining({ operators: 2, departures: missing, failed: 0 }),
    'departures were made',
  ])
}, 60_000)

test('a roll that is cut off keeps its steps and goes on from there', async () => {
  const before = await countTrips()
  await sql`delete from trip`.execute(patient)
  await sql`update schedule set rolled_until = '-infinity'`.execute(db)
  await sql`create sequence steps`.execute(db)
  await sql`create function cut_off() returns trigger language plpgsql as $$
    begin if nextval('steps') = 3 then raise exception 'cut off'; end if; return null; end $$`.execute(
    db,
  )
  await sql`create trigger cut_off after insert on trip for each statement execute function cut_off()`.execute(
    db,
  )
  await expect(makeDepartures(db, await today())).rejects.toThrow('cut off')
  await sql`drop trigger cut_off on trip`.execute(db)
  const kept = await countTrips()
  expect(kept).toBeGreaterThan(0)
  // No step makes more departures than it should.
  expect(kept).toBeLessThanOrEqual(20_000 + 2 * departureHorizonDays)
  expect(await makeDepartures(db, await today())).toBe(before - kept)
  expect(await countTrips()).toBe(before)
}, 60_000)

test('what fails at one operator keeps no other from its departures, is said, and is tried again', async () => {
  const before = await countTrips()
  await sql`delete from trip`.execute(patient)
  await sql`update schedule set rolled_until = '-infinity'`.execute(db)
  await sql`create function refuse_many_routes() returns trigger language plpgsql as $$
    begin
      if (select o.name from schedule s join operator o on o.id = s.operator_id where s.id = new.schedule_id) = 'Many Routes'
      then raise exception 'a broken row'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger refuse_many_routes before insert on trip for each row execute function refuse_many_routes()`.execute(
    db,
  )
  said.length = 0
  await expect(makeComingDepartures({ db, log: hearing })).rejects.toThrow('1 operator ')
  await sql`drop trigger refuse_many_routes on trip`.execute(db)
  expect(said.filter(([level]) => level === 'error').map(([, , sentence]) => sentence)).toEqual([
    'departures could not be made',
    'departures are running out',
  ])
  expect(await countTrips()).toBeGreaterThan(0)
  expect(serverJobPlans['trip.roll'].retryLimit).toBeGreaterThanOrEqual(3)
  await makeComingDepartures({ db, log })
  expect(await countTrips()).toBe(before)
}, 60_000)

test('a timetable whose connections cannot be computed keeps no other from its departures, and is tried again', async () => {
  const before = await countTrips()
  await sql`delete from trip`.execute(patient)
  await sql`update schedule set rolled_until = '-infinity'`.execute(db)
  await sql`delete from connection`.execute(db)
  await sql`create function refuse_connections() returns trigger language plpgsql as $$
    begin
      if new.feed_id = (select feed_id from operator where name = 'Many Routes') then raise exception 'a broken row'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger refuse_connections before insert on connection for each row execute function refuse_connections()`.execute(
    db,
  )
  said.length = 0
  await expect(makeComingDepartures({ db, log: hearing })).rejects.toThrow('1 timetable ')
  await sql`drop trigger refuse_connections on connection`.execute(db)
  expect(said.map(([, , sentence]) => sentence)).toContain('connections could not be computed')
  const kept = await countTrips()
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(before)
  await makeComingDepartures({ db, log })
  expect(await countTrips()).toBe(before)
  const { rows } = await sql`
    select from connection c join operator o on o.feed_id = c.feed_id where o.name = 'Many Routes' limit 1`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
}, 60_000)

test('readiness and measurements tell when the horizon shrinks', async () => {
  const ready = async () => (await server.app.inject('/readyz')).json()
  expect(await ready()).toEqual({
    ready: true,
    departures: { days: departureHorizonDays, short_operators: 0, short: [] },
  })
  await sql`update schedule set rolled_until = ${await today()}::date + 20
    where operator_id = (select id from operator where name = 'Many Routes')`.execute(db)
  const { departures } = await ready()
  expect(departures).toMatchObject({
    days: 20,
    short_operators: 1,
    short: [{ operator: expect.stringContaining('many-routes'), days: 20, ends: false }],
  })
  const metrics = (await server.app.inject('/metrics')).body
  expect(metrics).toMatch(/departures_days_ahead\{operator="many-routes-\w+"\} 20\n/)
  await makeComingDepartures({ db, log })
  expect((await ready()).departures.days).toBe(departureHorizonDays)
}, 60_000)

test('a single departure that an operator adds shortens nothing', async () => {
  const { rows } = await sql<{ operator_id: string; vehicle: string; parks: string[] }>`
    select id as operator_id, default_vehicle as vehicle,
      (select array_agg(id) from
        (select distinct on (city_id) id from motor_park order by city_id limit 2) as parks_of_two_cities) as parks
    from operator where name = 'Many Routes'`.execute(db)
  const [first] = rows
  await insertOneDayDeparture(db, {
    operator_id: first?.operator_id ?? '',
    from_park_id: first?.parks[0] ?? '',
    to_park_id: first?.parks[1] ?? '',
    leaves_at: `${await today()}T23:50`,
    minutes: 60,
    vehicle: first?.vehicle ?? '',
    fare_kobo: 500_000,
  })
  const { departures } = (await server.app.inject('/readyz')).json()
  expect(departures).toMatchObject({ days: departureHorizonDays, short_operators: 0 })
}, 60_000)

test('a timetable that ends is alarmed before it does, and costs nothing once it has', async () => {
  const ends = sql`(${await today()}::date + 10)::text`
  await sql`update schedule set calendar = calendar || jsonb_build_object('until', ${ends})
    where operator_id = (select id from operator where name = 'Many Windows')`.execute(db)
  await makeComingDepartures({ db, log })
  const { departures } = (await server.app.inject('/readyz')).json()
  expect(departures.short).toEqual([
    { operator: expect.stringContaining('many-windows'), days: 10, ends: true },
  ])
  const day = await today()
  expect((await rowsRead((tx) => makeDepartures(tx, day))).schedule).toBeLessThan(20)
}, 60_000)
