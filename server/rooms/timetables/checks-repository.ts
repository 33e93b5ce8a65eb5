import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { feedFiles } from './feed-files.ts'
import { maxListedRows, type FeedFault } from './faults.ts'
import { stagingTable } from './staging-repository.ts'

/** The most departures a day from frequencies.txt. */
const maxRuns = 200_000

/**
 * Returns the rows that the query `wrong` finds, as one fault; an empty list if it finds none. The query must select
 * `line` and `value`.
 */
export async function findFaultyRows(
  db: Db,
  file: string,
  reason: string,
  wrong: Sql,
): Promise<FeedFault[]> {
  const { rows } = await sql<{ line: number; value: string | null; total: number }>`
    select line, value, count(*) over ()::int4 as total from (${wrong}) as wrong(line, value)
    order by line limit ${maxListedRows}`.execute(db)
  const named = rows.map(({ line, value }) => ({ line, value: value ?? '' }))
  return rows[0] === undefined
    ? []
    : [{ file: `${file}.txt`, reason, total: rows[0].total, rows: named }]
}

/** Returns duplicates, broken references and missing ids, for which a whole feed is refused. */
export async function findBrokenRows(db: Db): Promise<FeedFault[]> {
  const faults: FeedFault[] = []
  for (const [file, { key, references }] of Object.entries(feedFiles)) {
    if (key) faults.push(...(await findTwins(db, file, key)))
    for (const [column, targets] of Object.entries(references ?? {})) {
      faults.push(...(await findBroken(db, file, column, targets)))
    }
  }
  faults.push(
    ...(await findFaultyRows(
      db,
      'stop_times',
      'stop_id is empty',
      sql`select line, trip_id from ${stagingTable('stop_times')} where stop_id is null`,
    )),
  )
  return faults
}

/**
 * Returns impossible places and times, for which a whole feed is refused. Call it only if `findBrokenRows` finds
 * nothing.
 */
export async function findImpossibleRows(db: Db): Promise<FeedFault[]> {
  return [
    ...(await findWrongPlaces(db)),
    ...(await findWrongTimes(db)),
    ...(await findWrongRuns(db)),
  ]
}

async function findTwins(db: Db, file: string, key: string[]): Promise<FeedFault[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return findFaultyRows(
    db,
    file,
    `this ${key.join(' and ')} is listed twice`,
    sql`select line, concat_ws(' ', ${columns}) from (
      select *, row_number() over (partition by ${columns} order by line) as nth from ${stagingTable(file)}
    ) as numbered where nth > 1`,
  )
}

async function findBroken(
  db: Db,
  file: string,
  column: string,
  targets: string[],
): Promise<FeedFault[]> {
  const known = targets.map((target) => {
    const [there = '', name = ''] = target.split('.')
    return sql`select ${sql.ref(name)} as id from ${stagingTable(there)}`
  })
  const places = targets.map((target) => `${target.split('.')[0]}.txt`).join(' or ')
  return findFaultyRows(
    db,
    file,
    `this ${column} is not in ${places}`,
    sql`select row.line, row.${sql.ref(column)} from ${stagingTable(file)} as row
      left join (${sql.join(known, sql` union `)}) as known on known.id = row.${sql.ref(column)}
      where row.${sql.ref(column)} is not null and known.id is null`,
  )
}

async function findWrongPlaces(db: Db): Promise<FeedFault[]> {
  const routes = await findFaultyRows(
    db,
    'routes',
    'this route needs an agency_id, because agency.txt has several operators',
    sql`select line, route_id from ${stagingTable('routes')} where agency_id is null`,
  )
  const atNull = await findFaultyRows(
    db,
    'stops',
    'coordinates near 0,0 lie in the sea: leave them empty if they are not known',
    sql`select line, stop_id from ${stagingTable('stops')} where abs(stop_lat) < 1 and abs(stop_lon) < 1`,
  )
  const zones = await findFaultyRows(
    db,
    'agency',
    'the database does not know this time zone',
    sql`select line, agency_timezone from ${stagingTable('agency')} where agency_timezone not in (select name from pg_timezone_names)`,
  )
  const circles = await findFaultyRows(
    db,
    'stops',
    'this parent_station goes in a circle',
    sql`with recursive top as (
        select stop_id from ${stagingTable('stops')} where parent_station is null
        union all
        select s.stop_id from ${stagingTable('stops')} s join top on top.stop_id = s.parent_station
      )
      select line, stop_id from ${stagingTable('stops')} s where not exists (select from top where top.stop_id = s.stop_id)`,
  )
  if (circles.length > 0) return [...zones, ...routes, ...atNull, ...circles]
  return [...zones, ...routes, ...atNull, ...(await findNowhere(db))]
}

/** SQL for the top station of every stop and station. Needs `parent_station` without circles. */
const inStation = sql`
  with recursive top as (
    select stop_id, stop_id as station from ${stagingTable('stops')} where parent_station is null
    union all
    select s.stop_id, top.station from ${stagingTable('stops')} s join top on top.stop_id = s.parent_station
  ), placed as (
    select distinct top.station from top join ${stagingTable('stops')} s using (stop_id)
    where s.stop_lat is not null and s.stop_lon is not null
  )`

async function findNowhere(db: Db): Promise<FeedFault[]> {
  return findFaultyRows(
    db,
    'stops',
    'this stop has no coordinates, nor has its station, but trips stop there',
    sql`${inStation} select s.line, s.stop_id from top join ${stagingTable('stops')} s using (stop_id)
      where station not in (select station from placed)
        and exists (select from ${stagingTable('stop_times')} t where t.stop_id = s.stop_id)`,
  )
}

async function findWrongTimes(db: Db): Promise<FeedFault[]> {
  const ends = await findFaultyRows(
    db,
    'stop_times',
    'the first and the last stop of a trip need a time',
    sql`select line, trip_id from (
        select line, trip_id, coalesce(arrival_time, departure_time) as time,
          stop_sequence in (min(stop_sequence) over trip, max(stop_sequence) over trip) as is_end
        from ${stagingTable('stop_times')} window trip as (partition by trip_id)
      ) as stop where is_end and time is null`,
  )
  const backwards = await findFaultyRows(
    db,
    'stop_times',
    'time goes backwards here',
    sql`select line, trip_id from (
        select line, trip_id, arrival_time, departure_time,
          max(greatest(arrival_time, departure_time)) over (
            partition by trip_id order by stop_sequence rows between unbounded preceding and 1 preceding
          ) as latest
        from ${stagingTable('stop_times')}
      ) as stop
      where departure_time < arrival_time or coalesce(arrival_time, departure_time) < latest`,
  )
  return [...ends, ...backwards]
}

async function findWrongRuns(db: Db): Promise<FeedFault[]> {
  const windows = await findFaultyRows(
    db,
    'frequencies',
    'headway_secs must be above 0, and end_time not before start_time',
    sql`select line, trip_id from ${stagingTable('frequencies')} where headway_secs <= 0 or end_time < start_time`,
  )
  if (windows.length > 0) return windows
  return findFaultyRows(
    db,
    'frequencies',
    `more than ${maxRuns} departures a day are made by this file`,
    sql`select 0, '' from ${stagingTable('frequencies')}
      having sum(ceil((end_time - start_time)::numeric / headway_secs)) > ${maxRuns}`,
  )
}

/**
 * Returns faulty rows that are skipped, since nothing depends on them. Call it before places and schedules are stored.
 */
export async function findSkippedRows(db: Db): Promise<FeedFault[]> {
  const unused = sql`not exists (select from ${stagingTable('trips')} t where t.service_id = s.service_id)`
  return [
    ...(await findFaultyRows(
      db,
      'calendar',
      'no trip runs on this service',
      sql`select line, service_id from ${stagingTable('calendar')} s where ${unused}`,
    )),
    ...(await findFaultyRows(
      db,
      'calendar_dates',
      'no trip runs on this service',
      sql`select line, service_id from ${stagingTable('calendar_dates')} s where ${unused}`,
    )),
    ...(await findFaultyRows(
      db,
      'stops',
      'an entrance or a path inside a station is not a motor park',
      sql`select line, stop_id from ${stagingTable('stops')} where location_type in (2, 3)`,
    )),
    ...(await findFaultyRows(
      db,
      'stops',
      'no coordinates, and no trip stops there',
      sql`${inStation} select s.line, s.stop_id from top join ${stagingTable('stops')} s using (stop_id)
        where station not in (select station from placed)`,
    )),
    ...(await findFaultyRows(
      db,
      'routes',
      'no trip runs on this route',
      sql`select line, route_id from ${stagingTable('routes')} r
        where not exists (select from ${stagingTable('trips')} t where t.route_id = r.route_id)`,
    )),
    ...(await findFaultyRows(
      db,
      'trips',
      'a run needs 2 to 201 stops',
      sql`select t.line, t.trip_id from ${stagingTable('trips')} t
        left join (
          select trip_id, count(*) from ${stagingTable('stop_times')} group by trip_id
        ) as stops on stops.trip_id = t.trip_id
        where coalesce(stops.count, 0) not between 2 and 201`,
    )),
  ]
}
