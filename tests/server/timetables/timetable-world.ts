import { afterEach } from 'vitest'
import { sql } from '#server/db/sql'
import { type ImportOptions, importTimetable } from '#server/rooms/timetables'
import { makeId, makeReference } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { aFeed, aSmallCountry, type FeedText } from '#tests/support/files/feeds'

/** A database with vehicles and Lagos for one test file, emptied of timetables after every test. */
export async function aCountryForFeeds() {
  const { db, url } = await testDatabase()
  await aSmallCountry(db)
  afterEach(async () => {
    const emptied = [
      'booking',
      'seat_allotment',
      'counter_shift',
      'operator_key',
      'trip',
      'schedule',
      'motor_park',
      'operator',
      'feed',
      'nysc_camp',
    ]
    for (const table of emptied) {
      await sql`delete from ${sql.ref(table)}`.execute(db)
    }
    await sql`delete from city where code <> 'lagos'`.execute(db)
    await sql`delete from state where code <> 'LA'`.execute(db)
  })

  /** Row counts and one digest of every table that an import writes. */
  async function standing() {
    const tables = [
      'feed',
      'operator',
      'motor_park',
      'city',
      'state',
      'schedule',
      'schedule_stop',
      'fare',
      'trip',
    ]
    const parts = tables.map(
      (table) =>
        sql`select ${table} as name, md5(string_agg(t::text, ',' order by t::text)) as digest, count(*)::int as count from ${sql.ref(table)} t`,
    )
    const { rows: found } = await sql`${sql.join(parts, sql` union all `)}`.execute(db)
    return found
  }

  /** Imports the small feed with some files changed. */
  async function bring(changes: FeedText = {}, options: ImportOptions = {}) {
    return importTimetable(db, aFeed(changes), { name: 'small', ...options })
  }

  /** Every schedule with its stops as `park+seconds` and its fares, by key in the feed. */
  async function schedules() {
    const { rows: found } = await sql<{
      key: string
      starts: number
      stops: string
      fares: string | null
      flat: number | null
      calendar: { days: number[]; added: string[]; removed: string[] }
    }>`
      select s.feed_key as key, s.starts_at_seconds as starts, s.flat_fare_kobo as flat, s.calendar,
        (select string_agg(p.name || '+' || x.arrives_after_seconds || case when x.pick_up then '' else ' no entry' end
          || case when x.drop_off then '' else ' no exit' end, ', ' order by x.position)
          from schedule_stop x join motor_park p on p.id = x.motor_park_id where x.schedule_id = s.id) as stops,
        (select string_agg(leg_from || '-' || leg_to || '=' || amount_kobo, ' ' order by leg_from, leg_to)
          from fare where schedule_id = s.id) as fares
      from schedule s order by s.feed_key`.execute(db)
    return found
  }

  const scheduleOf = async (key: string) =>
    (await schedules()).find((schedule) => schedule.key === key)

  /** Books the first departure after today of a schedule, by its key in the feed; returns the departure's id. */
  async function bookTomorrow(key: string, status = 'confirmed'): Promise<string> {
    const { rows: found } = await sql<{ id: string }>`
      select trip.id from trip join schedule s on s.id = schedule_id
      where s.feed_key = ${key} and service_date > lagos_today() order by service_date limit 1`.execute(
      db,
    )
    const trip_id = found[0]?.id ?? ''
    const columns = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = 'booking' and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`.execute(
      db,
    )
    const known: Record<string, unknown> = {
      id: makeId(),
      reference: makeReference(),
      trip_id,
      status,
      leg_from: 0,
      leg_to: 1,
      seats: [2],
      passenger_types: ['adult'],
    }
    const filler: Record<string, unknown> = {
      jsonb: '[]',
      integer: 0,
      bigint: 0,
      smallint: 0,
      ARRAY: [],
      bytea: Buffer.from('x'),
    }
    const values = columns.rows.map(
      ({ name, type }) =>
        known[name] ?? filler[type] ?? (type.startsWith('timestamp') ? new Date() : 'x'),
    )
    const names = columns.rows.map(({ name }) => sql.ref(name))
    await sql`insert into booking (${sql.join(names)}) values (${sql.join(values)})`.execute(db)
    return trip_id
  }

  return { db, url, standing, bring, schedules, scheduleOf, bookTomorrow }
}
