import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { stagingTable } from './staging-repository.ts'

/**
 * The assumed length of a route as a multiple of the straight lines between its stops, for feeds without distances and
 * shapes. For the 231 routes of the demo country, with lengths from the map, the median is 1.27, and 80 % are between
 * 1.23 and 1.36.
 */
const roadFactor = 1.27

/**
 * The plausible range of a distance relative to the straight line: not clearly shorter, and at most 2.5 times as long.
 * The range also reveals the unit, which GTFS does not define, since most units differ by a larger factor. Kilometres
 * and miles do not, so a distance that is plausible in both is read as kilometres.
 */
const plausible = [0.95, 2.5] as const
const kmOfUnit = [0.001, 1, 1.609344, 0.0003048]

/** SQL for the kilometres from the previous stop, `a`, to this one, `b`. */
const legKm = sql`straight_km(a_lat, a_lon, b_lat, b_lon)`

/**
 * Creates the temporary table trip_road (trip_id, distance_km), whole kilometres from the first to the last stop, at
 * least 1: from shape_dist_traveled, else the length of the trip's shape, else straight lines times a factor. Null if
 * all stops are in one place. Needs trip_stop.
 */
export async function createTripDistances(db: Db): Promise<void> {
  await sql`
    create temp table shape_road on commit drop as
    with point as (
      select shape_id, shape_pt_lat as b_lat, shape_pt_lon as b_lon,
        lag(shape_pt_lat) over along as a_lat, lag(shape_pt_lon) over along as a_lon
      from ${stagingTable('shapes')} window along as (partition by shape_id order by shape_pt_sequence, line)
    ) select shape_id, sum(${legKm}) filter (where a_lat is not null) as km from point group by shape_id`.execute(
    db,
  )
  await sql`
    create temp table trip_road on commit drop as
    with stop as (
      select t.trip_id, t.position, coalesce(s.stop_lat, park.latitude) as b_lat, coalesce(s.stop_lon, park.longitude) as b_lon
      from trip_stop t join ${stagingTable('stops')} s using (stop_id) join stop_top using (stop_id)
      join feed_park park using (park_key)
    ), leg as (
      select trip_id, b_lat, b_lon, lag(b_lat) over along as a_lat, lag(b_lon) over along as a_lon
      from stop window along as (partition by trip_id order by position)
    ), straight as (
      select trip_id, sum(${legKm}) filter (where a_lat is not null) as km from leg group by trip_id
    ), told as (
      select trip_id, max(shape_dist_traveled) - min(shape_dist_traveled) as units
      from ${stagingTable('stop_times')} where shape_dist_traveled is not null group by trip_id
    )
    select straight.trip_id, case when straight.km > 0.01 then greatest(1, round(coalesce(
        (select told.units * unit from unnest(${kmOfUnit}::float8[]) with ordinality as unit(unit, nth)
          where told.units * unit / straight.km between ${plausible[0]}::float8 and ${plausible[1]}::float8 order by nth limit 1),
        case when shape.km / straight.km between ${plausible[0]}::float8 and ${plausible[1]}::float8 then shape.km end,
        straight.km * ${roadFactor}::float8)))::int4 end as distance_km
    from straight join ${stagingTable('trips')} trip using (trip_id)
    left join told using (trip_id) left join shape_road shape using (shape_id)`.execute(db)
}
