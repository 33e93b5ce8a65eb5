import { sql } from 'kysely'
import { afterEach } from 'vitest'
import { type ImportOptions, importTimetable } from '#server/features/timetables'
import { testDatabase } from '#tests/support/database'
import { aFeed, aSmallCountry, type FeedText } from '#tests/support/feeds'

/** A database of the file's own with vehicles and Lagos, emptied of timetables after every test. */
export async function aCountryForFeeds() {
  const { db, url } = await testDatabase()
  await aSmallCountry(db)
  afterEach(async () => {
    for (const table of ['booking', 'trip', 'schedule', 'motor_park', 'operator', 'feed']) {
      await sql`delete from ${sql.table(table)}`.execute(db)
    }
    await sql`delete from city where code <> 'lagos'`.execute(db)
    await sql`delete from state where code <> 'LA'`.execute(db)
  })

  /** Every table an import writes to, as one number and one digest. */
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
        sql`select ${table} as name, md5(string_agg(t::text, ',' order by t::text)) as digest, count(*)::int as count from ${sql.table(table)} t`,
    )
    const { rows: found } = await sql`${sql.join(parts, sql` union all `)}`.execute(db)
    return found
  }

  /** Imports the small feed with some files changed. */
  async function bring(changes: FeedText = {}, options: ImportOptions = {}) {
    return importTimetable(db, aFeed(changes), { name: 'small', ...options })
  }

  /** The schedules of the last feed with their stops as `park+seconds`, and their fares. */
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

  return { db, url, standing, bring, schedules, scheduleOf }
}
