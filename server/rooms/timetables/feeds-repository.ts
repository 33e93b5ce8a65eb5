import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { FeedRow } from './places-repository.ts'
import { stagingTable } from './staging-repository.ts'

/** The counts of an import. `runs`: trips in the file. `departures`: future departures of these trips. */
export type ImportCounts = {
  operators: number
  parks: number
  stops: number
  routes: number
  runs: number
  stop_times: number
  fares: number
  fare_rules: number
  departures: number
}

/** Returns the feed that was imported from the same file with the same options, if any. */
export async function findSameFeed(
  db: Db,
  sha256: string,
  options: object,
  name: string | undefined,
) {
  const { rows } = await sql<{ name: string; counts: ImportCounts }>`
    select name, options -> 'counts' as counts from feed
    where sha256 = ${sha256} and options -> 'asked' = ${JSON.stringify(options)}::jsonb
      and name = coalesce(${name ?? null}, name)`.execute(db)
  return rows[0]
}

/** Returns the feed's own name: its publisher, else its only operator. */
export async function findFeedName(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce((select min(feed_publisher_name) from ${stagingTable('feed_info')}),
      (select min(agency_name) from ${stagingTable('agency')} having count(*) = 1)) as name`.execute(
    db,
  )
  return rows[0]?.name ?? undefined
}

/** Stores the feed's row, or updates it. Its zone is that of its first operator. */
export async function writeFeed(
  db: Db,
  id: string,
  name: string,
  sha256: string,
): Promise<FeedRow> {
  const { rows } = await sql<FeedRow>`
    insert into feed (id, name, sha256, zone)
    select ${id}::uuid, ${name}, ${sha256}, agency_timezone from ${stagingTable('agency')} order by line limit 1
    on conflict (name) do update set sha256 = excluded.sha256, zone = excluded.zone, imported_at = now()
    returning id, name, zone`.execute(db)
  if (rows[0] === undefined) throw new Error('agency.txt was empty and nobody said so')
  return rows[0]
}

/** Stores the options with which a feed was imported, and the counts of what was imported. */
export async function saveFeedResult(
  db: Db,
  feed: FeedRow,
  options: object,
  counts: ImportCounts,
): Promise<void> {
  await sql`update feed set options = ${JSON.stringify({ asked: options, counts })}::jsonb where id = ${feed.id}::uuid`.execute(
    db,
  )
}

/** Returns counts of the feed's files and of the imported rows. */
export async function countFeed(db: Db, feed: FeedRow): Promise<ImportCounts> {
  const rowsOf = (file: string) => sql`(select count(*)::int4 from ${stagingTable(file)})`
  const { rows } = await sql<ImportCounts>`
    select ${rowsOf('agency')} as operators, ${rowsOf('stops')} as stops, ${rowsOf('routes')} as routes,
      ${rowsOf('trips')} as runs, ${rowsOf('stop_times')} as stop_times,
      ${rowsOf('fare_attributes')} + ${rowsOf('fare_products')} as fares,
      ${rowsOf('fare_rules')} + ${rowsOf('fare_leg_rules')} as fare_rules,
      (select count(*)::int4 from motor_park where feed_id = ${feed.id}::uuid) as parks,
      (select count(*)::int4 from trip join schedule on schedule.id = schedule_id
        where feed_id = ${feed.id}::uuid and departs_at > now() and status <> 'cancelled') as departures`.execute(
    db,
  )
  if (rows[0] === undefined) throw new Error('a count without a row')
  return rows[0]
}

/** Returns warnings about accepted rows, which a person should read. */
export async function findWarnings(db: Db, extend: boolean): Promise<string[]> {
  const { rows } = await sql<{ warning: string }>`
    select 'calendar ' || string_agg(distinct 'ended ' || to_char(last_day, 'FMDD Mon YYYY'), ', ')
      || ': no departures after that; give --extend if the weekly pattern still holds' as warning
    from service where last_day < lagos_today() and not ${extend}
      and service_id in (select service_id from ${stagingTable('trips')}) having count(*) > 0
    union all
    select 'fares that name no operator hold for each of several: ' || count(*) from ${stagingTable('fare_attributes')}
    where agency_id is null and fare_id not in (select fare_id from ${stagingTable('fare_rules')})
      and not exists (select from ${stagingTable('fare_leg_rules')})
      and (select count(*) from ${stagingTable('agency')}) > 1 having count(*) > 0
    union all
    select 'fares come from fare_leg_rules.txt; fare_attributes.txt and fare_rules.txt are not used'
    where exists (select from ${stagingTable('fare_leg_rules')}) and exists (select from ${stagingTable('fare_attributes')})
    union all
    select 'routes without a fare, which stays unknown: ' || count(*) from ${stagingTable('routes')} r
    where exists (select from wanted join ${stagingTable('trips')} t using (trip_id) where t.route_id = r.route_id
      and flat_fare_kobo is null and not exists (select from pair_fare p where p.trip_id = t.trip_id))
    having count(*) > 0`.execute(db)
  return rows.map(({ warning }) => warning)
}
