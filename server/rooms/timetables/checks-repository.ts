import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { feedFiles } from './feed-files.ts'
import { namedRows, type Finding } from './findings.ts'
import { stage } from './staging-repository.ts'

/** The most departures a day from frequencies.txt. */
const maxRuns = 200_000

/** Runs a query for `line` and `value` and makes one finding of its rows, or none. */
export async function findRows(
  db: Db,
  file: string,
  reason: string,
  wrong: Sql,
): Promise<Finding[]> {
  const { rows } = await sql<{ line: number; value: string | null; total: number }>`
    select line, value, count(*) over ()::int4 as total from (${wrong}) as wrong(line, value)
    order by line limit ${namedRows}`.execute(db)
  const named = rows.map(({ line, value }) => ({ line, value: value ?? '' }))
  return rows[0] === undefined
    ? []
    : [{ file: `${file}.txt`, reason, total: rows[0].total, rows: named }]
}

/** Everything for which a feed is refused whole: twins, broken references, impossible times. */
export async function findRefusals(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [file, { key, references }] of Object.entries(feedFiles)) {
    if (key) findings.push(...(await findTwins(db, file, key)))
    for (const [column, targets] of Object.entries(references ?? {})) {
      findings.push(...(await findBroken(db, file, column, targets)))
    }
  }
  if (findings.length > 0) return findings
  findings.push(...(await findWrongPlaces(db)))
  findings.push(...(await findWrongTimes(db)))
  findings.push(...(await findWrongRuns(db)))
  return findings
}

async function findTwins(db: Db, file: string, key: string[]): Promise<Finding[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return findRows(
    db,
    file,
    `this ${key.join(' and ')} is listed twice`,
    sql`select line, concat_ws(' ', ${columns}) from (
      select *, row_number() over (partition by ${columns} order by line) as nth from ${stage(file)}
    ) as numbered where nth > 1`,
  )
}

async function findBroken(
  db: Db,
  file: string,
  column: string,
  targets: string[],
): Promise<Finding[]> {
  const known = targets.map((target) => {
    const [there = '', name = ''] = target.split('.')
    return sql`select ${sql.ref(name)} as id from ${stage(there)}`
  })
  const places = targets.map((target) => `${target.split('.')[0]}.txt`).join(' or ')
  return findRows(
    db,
    file,
    `this ${column} is not in ${places}`,
    sql`select row.line, row.${sql.ref(column)} from ${stage(file)} as row
      left join (${sql.join(known, sql` union `)}) as known on known.id = row.${sql.ref(column)}
      where row.${sql.ref(column)} is not null and known.id is null`,
  )
}

async function findWrongPlaces(db: Db): Promise<Finding[]> {
  const routes = await findRows(
    db,
    'routes',
    'this route needs an agency_id, because agency.txt has several operators',
    sql`select line, route_id from ${stage('routes')} where agency_id is null`,
  )
  const atNull = await findRows(
    db,
    'stops',
    'coordinates near 0,0 lie in the sea: leave them empty if they are not known',
    sql`select line, stop_id from ${stage('stops')} where abs(stop_lat) < 1 and abs(stop_lon) < 1`,
  )
  const zones = await findRows(
    db,
    'agency',
    'the database does not know this time zone',
    sql`select line, agency_timezone from ${stage('agency')} where agency_timezone not in (select name from pg_timezone_names)`,
  )
  const circles = await findRows(
    db,
    'stops',
    'this parent_station goes in a circle',
    sql`with recursive top as (
        select stop_id from ${stage('stops')} where parent_station is null
        union all
        select s.stop_id from ${stage('stops')} s join top on top.stop_id = s.parent_station
      )
      select line, stop_id from ${stage('stops')} s where not exists (select from top where top.stop_id = s.stop_id)`,
  )
  if (circles.length > 0) return [...zones, ...routes, ...atNull, ...circles]
  return [...zones, ...routes, ...atNull, ...(await findNowhere(db))]
}

/** Every stop of a station, and the station itself. Needs that parent_station has no circle. */
const inStation = sql`
  with recursive top as (
    select stop_id, stop_id as station from ${stage('stops')} where parent_station is null
    union all
    select s.stop_id, top.station from ${stage('stops')} s join top on top.stop_id = s.parent_station
  ), placed as (
    select distinct top.station from top join ${stage('stops')} s using (stop_id)
    where s.stop_lat is not null and s.stop_lon is not null
  )`

async function findNowhere(db: Db): Promise<Finding[]> {
  return findRows(
    db,
    'stops',
    'this stop has no coordinates, nor has its station, but trips stop there',
    sql`${inStation} select s.line, s.stop_id from top join ${stage('stops')} s using (stop_id)
      where station not in (select station from placed)
        and exists (select from ${stage('stop_times')} t where t.stop_id = s.stop_id)`,
  )
}

async function findWrongTimes(db: Db): Promise<Finding[]> {
  const ends = await findRows(
    db,
    'stop_times',
    'the first and the last stop of a trip need a time',
    sql`select line, trip_id from (
        select line, trip_id, coalesce(arrival_time, departure_time) as time,
          stop_sequence in (min(stop_sequence) over trip, max(stop_sequence) over trip) as is_end
        from ${stage('stop_times')} window trip as (partition by trip_id)
      ) as stop where is_end and time is null`,
  )
  const backwards = await findRows(
    db,
    'stop_times',
    'time goes backwards here',
    sql`select line, trip_id from (
        select line, trip_id, arrival_time, departure_time,
          max(greatest(arrival_time, departure_time)) over (
            partition by trip_id order by stop_sequence rows between unbounded preceding and 1 preceding
          ) as latest
        from ${stage('stop_times')}
      ) as stop
      where departure_time < arrival_time or coalesce(arrival_time, departure_time) < latest`,
  )
  return [...ends, ...backwards]
}

async function findWrongRuns(db: Db): Promise<Finding[]> {
  const windows = await findRows(
    db,
    'frequencies',
    'headway_secs must be above 0, and end_time not before start_time',
    sql`select line, trip_id from ${stage('frequencies')} where headway_secs <= 0 or end_time < start_time`,
  )
  if (windows.length > 0) return windows
  return findRows(
    db,
    'frequencies',
    `more than ${maxRuns} departures a day are made by this file`,
    sql`select 0, '' from ${stage('frequencies')}
      having sum(ceil((end_time - start_time)::numeric / headway_secs)) > ${maxRuns}`,
  )
}

/** Rows that are skipped because nothing depends on them. Call it before places and runs are stored. */
export async function findRejected(db: Db): Promise<Finding[]> {
  const unused = sql`not exists (select from ${stage('trips')} t where t.service_id = s.service_id)`
  return [
    ...(await findRows(
      db,
      'calendar',
      'no trip runs on this service',
      sql`select line, service_id from ${stage('calendar')} s where ${unused}`,
    )),
    ...(await findRows(
      db,
      'calendar_dates',
      'no trip runs on this service',
      sql`select line, service_id from ${stage('calendar_dates')} s where ${unused}`,
    )),
    ...(await findRows(
      db,
      'stops',
      'an entrance or a path inside a station is not a motor park',
      sql`select line, stop_id from ${stage('stops')} where location_type in (2, 3)`,
    )),
    ...(await findRows(
      db,
      'stops',
      'no coordinates, and no trip stops there',
      sql`${inStation} select s.line, s.stop_id from top join ${stage('stops')} s using (stop_id)
        where station not in (select station from placed)`,
    )),
    ...(await findRows(
      db,
      'routes',
      'no trip runs on this route',
      sql`select line, route_id from ${stage('routes')} r
        where not exists (select from ${stage('trips')} t where t.route_id = r.route_id)`,
    )),
    ...(await findRows(
      db,
      'trips',
      'a run needs 2 to 201 stops',
      sql`select t.line, t.trip_id from ${stage('trips')} t
        left join (
          select trip_id, count(*) from ${stage('stop_times')} group by trip_id
        ) as stops on stops.trip_id = t.trip_id
        where coalesce(stops.count, 0) not between 2 and 201`,
    )),
  ]
}
