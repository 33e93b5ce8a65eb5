import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { findFaultyRows } from './checks-repository.ts'
import type { FeedFault } from './faults.ts'
import { removeStagedRoutes, removeStagedTrips, stagingTable } from './staging-repository.ts'

/**
 * Leaves out trips that serve a zone on demand (GTFS-Flex) at one stop or more, since their seats cannot be sold from
 * stop to stop. Returns these trips as faults. Call it before references are checked, since zones are not in stops.txt.
 */
export async function excludeFlexTrips(db: Db): Promise<FeedFault[]> {
  const trips = sql`select trip_id from ${stagingTable('stop_times')}
    where location_group_id is not null or location_id is not null
      or start_pickup_drop_off_window is not null or end_pickup_drop_off_window is not null`
  const left_out = await findFaultyRows(
    db,
    'trips',
    'this trip serves a zone on demand, not only stops at fixed times: it is left out',
    sql`select line, trip_id from ${stagingTable('trips')} where trip_id in (${trips})`,
  )
  if (left_out.length > 0) await removeStagedTrips(db, trips)
  return left_out
}

/**
 * SQL for the name of a route type that is not a bus or another road vehicle with seats; null if it is one. Types above
 * 12 are those of Google's extended list, which many feeds use.
 */
const excludedKindSql = sql`case
  when route_type in (3, 11) or route_type between 200 and 299 or route_type between 700 and 899
    or route_type in (1500, 1501, 1505, 1506, 1507) then null
  when route_type in (0, 5) or route_type between 900 and 999 then 'tram'
  when route_type = 1 or route_type between 400 and 404 or route_type between 500 and 699 then 'metro'
  when route_type = 2 or route_type between 100 and 199 or route_type between 300 and 399 or route_type = 1503 then 'train'
  when route_type = 4 or route_type between 1000 and 1099 or route_type between 1200 and 1299 or route_type = 1502 then 'ferry'
  when route_type = 6 or route_type between 1300 and 1399 then 'cable car'
  when route_type = 7 or route_type between 1400 and 1499 then 'funicular'
  when route_type = 12 or route_type = 405 then 'monorail'
  when route_type between 1100 and 1199 then 'flight'
  when route_type = 1504 then 'motorcycle or bicycle'
  else 'no known road vehicle' end`

/**
 * Leaves out routes that are not by road, such as ferries and trains, with their trips. Returns these routes as faults.
 * Call it after references are checked, since fares may name these routes.
 */
export async function excludeNonBusTrips(db: Db): Promise<FeedFault[]> {
  const left_out = await findFaultyRows(
    db,
    'routes',
    'this route is not by road: it is left out with its trips',
    sql`select line, route_id || ': ' || ${excludedKindSql} || ' (route_type ' || route_type || ')'
      from ${stagingTable('routes')} where ${excludedKindSql} is not null`,
  )
  if (left_out.length === 0) return []
  await removeStagedTrips(
    db,
    sql`select trip_id from ${stagingTable('trips')} join ${stagingTable('routes')} using (route_id)
      where ${excludedKindSql} is not null`,
  )
  await removeStagedRoutes(db, sql`${excludedKindSql} is not null`)
  return left_out
}

/**
 * `tooFast`: a speed in a straight line that no bus reaches, km/h. `alwaysPossibleKm`: a distance between stops that is
 * accepted at any speed.
 */
const tooFast = 250
const alwaysPossibleKm = 20

/** Returns trips that would go faster than any bus between two stops with times: a coordinate or a time is wrong. */
export async function findFastTrips(db: Db): Promise<FeedFault[]> {
  return findFaultyRows(
    db,
    'trips',
    `would go faster than ${tooFast} km/h: check its times and the coordinates of its stops`,
    sql`select min(line), trip_id from (
        select trip.line, trip_id, coalesce(arrival_time, departure_time) as arrives, s.stop_lat, s.stop_lon,
          lag(coalesce(departure_time, arrival_time)) over along as left_at,
          lag(s.stop_lat) over along as from_lat, lag(s.stop_lon) over along as from_lon
        from ${stagingTable('stop_times')} join ${stagingTable('stops')} s using (stop_id)
        join ${stagingTable('trips')} trip using (trip_id)
        where coalesce(arrival_time, departure_time) is not null and s.stop_lat is not null and s.stop_lon is not null
        window along as (partition by trip_id order by stop_sequence)
      ) as leg
      where straight_km(from_lat, from_lon, stop_lat, stop_lon)
        > ${alwaysPossibleKm}::float8 + ${tooFast}::float8 * (arrives - left_at) / 3600.0
      group by trip_id`,
  )
}

/** Returns how many trips the staging tables still have. */
export async function countTrips(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int4 as count from ${stagingTable('trips')}`.execute(db)
  return rows[0]?.count ?? 0
}
