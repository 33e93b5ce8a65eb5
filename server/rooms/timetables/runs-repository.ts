import type { Db } from '#server/db/client'
import { sql, type Sql } from '#server/db/sql'
import { uuidV7Sql, type FeedRow } from './places-repository.ts'
import { stagingTable } from './staging-repository.ts'
import { lockUnusedTrips } from './withdrawn-repository.ts'

/**
 * Creates two temporary tables. trip_stop has every stop of every usable trip; missing times are spread evenly over the
 * stops. trip_shape has the first departure of each trip, and a hash of what a ticket depends on. Needs stop_park and
 * times that never go backwards.
 */
export async function createTripStopTables(db: Db): Promise<void> {
  await sql`
    create temp table trip_stop on commit drop as
    with stop as (
      select t.trip_id, t.stop_id, coalesce(t.arrival_time, t.departure_time) as arrives,
        coalesce(t.departure_time, t.arrival_time) as departs,
        coalesce(t.pickup_type, 0) <> 1 as pick_up, coalesce(t.drop_off_type, 0) <> 1 as drop_off,
        (row_number() over trip - 1)::int2 as position, count(*) over (partition by t.trip_id) as stops
      from ${stagingTable('stop_times')} t window trip as (partition by t.trip_id order by t.stop_sequence)
    ), known as (
      select *,
        max(departs) over before as left_at, max(position) filter (where departs is not null) over before as left_stop,
        min(arrives) over after as next_at, min(position) filter (where arrives is not null) over after as next_stop
      from stop where stops between 2 and 201
      window before as (partition by trip_id order by position),
        after as (partition by trip_id order by position rows between current row and unbounded following)
    )
    select trip.route_id, trip_id, stop_id, position, pick_up, drop_off, stop_park.park_id, stop_park.city_id,
      coalesce(arrives, left_at + (next_at - left_at) * (position - left_stop) / (next_stop - left_stop)) as arrives,
      coalesce(departs, left_at + (next_at - left_at) * (position - left_stop) / (next_stop - left_stop)) as departs
    from known join stop_park using (stop_id) join ${stagingTable('trips')} trip using (trip_id)`.execute(
    db,
  )
  await sql`create index on trip_stop (trip_id)`.execute(db)
  await sql`analyze trip_stop`.execute(db)
  await sql`
    create temp table trip_shape on commit drop as
    with stop as (
      select trip_id, position, park_id, pick_up, drop_off, arrives, departs,
        min(departs) filter (where position = 0) over (partition by trip_id) as first_departure
      from trip_stop
    )
    select trip_id, first_departure, md5(string_agg(concat_ws(' ', park_id, greatest(arrives - first_departure, 0),
      departs - first_departure, pick_up, drop_off), ',' order by position)) as shape
    from stop group by trip_id, first_departure`.execute(db)
}

/**
 * Creates the temporary table wanted: one schedule per trip, or per departure of a trip that repeats by headway
 * (`trip_id@HH:MM:SS`; the end of a window is not a departure). `extend`: an ended weekly pattern continues.
 */
export async function createScheduleTables(db: Db, feed: FeedRow, extend: boolean): Promise<void> {
  const clock = (
    seconds: string,
  ) => sql`concat_ws(':', lpad((${sql.ref(seconds)} / 3600)::text, 2, '0'),
    lpad((${sql.ref(seconds)} / 60 % 60)::text, 2, '0'), lpad((${sql.ref(seconds)} % 60)::text, 2, '0'))`
  await sql`
    create temp table service on commit drop as
    with named as (
      select service_id from ${stagingTable('calendar')} union select service_id from ${stagingTable('calendar_dates')}
    ), dates as (
      select service_id, min(date) as first, max(date) as last,
        jsonb_agg(date order by date) filter (where exception_type = 1) as added,
        jsonb_agg(date order by date) filter (where exception_type = 2) as removed
      from ${stagingTable('calendar_dates')} group by service_id
    )
    select service_id, coalesce(added, '[]') as added, coalesce(removed, '[]') as removed,
      coalesce(start_date, first) as first_day,
      case when ${extend} and end_date < lagos_today() then date '2099-12-31'
        else coalesce(end_date, last) end as last_day,
      to_jsonb(array_remove(array[case when monday = 1 then 0 end, case when tuesday = 1 then 1 end,
        case when wednesday = 1 then 2 end, case when thursday = 1 then 3 end, case when friday = 1 then 4 end,
        case when saturday = 1 then 5 end, case when sunday = 1 then 6 end], null)) as days
    from named left join ${stagingTable('calendar')} using (service_id) left join dates using (service_id)`.execute(
    db,
  )
  await sql`
    create temp table wanted on commit drop as
    with run as (
      select trip_id, trip_id as feed_key, first_departure as starts from trip_shape
      where trip_id not in (select trip_id from ${stagingTable('frequencies')})
      union
      select trip_id, trip_id || '@' || ${clock('starts')}, starts
      from ${stagingTable('frequencies')}, generate_series(start_time, end_time - 1, headway_secs) as starts
      where trip_id in (select trip_id from trip_shape)
    )
    select run.feed_key, run.trip_id, run.starts, operator.id as operator_id, operator.default_vehicle as vehicle_type,
      operator.default_amenities as amenities,
      coalesce(nullif(concat_ws(' · ', route_short_name, nullif(route_long_name, route_short_name)), ''), route_id) as route_name,
      coalesce(trip.trip_headsign, '') as headsign, trip_road.distance_km, agency.agency_timezone as zone, route_fare.amount_kobo as flat_fare_kobo,
      run.starts % 86400 not between 18000 and 68399 as is_night,
      md5(concat_ws(' ', shape, run.starts, agency.agency_timezone, operator.default_vehicle)) as shape,
      jsonb_build_object('days', service.days, 'from', first_day, 'until', last_day, 'added', added,
        'removed', removed) as calendar,
      -- The feed's own calendar, stored only if the column calendar leaves out days on which an earlier version of the
      -- schedule was booked.
      null::jsonb as feed_says
    from run join trip_shape using (trip_id) join ${stagingTable('trips')} trip using (trip_id)
    join ${stagingTable('routes')} route using (route_id) join ${stagingTable('agency')} agency using (agency_id)
    join service using (service_id)
    join operator on operator.feed_id = ${feed.id}::uuid and operator.feed_key = agency_id
    left join route_fare using (route_id) left join trip_road using (trip_id)`.execute(db)
  await sql`create unique index on wanted (feed_key)`.execute(db)
  await sql`analyze wanted`.execute(db)
}

/**
 * Removes schedules that the feed no longer has, or has changed. A schedule that was ever booked stays with its booked
 * trips and makes no new departures. Its successor does not run on the days of those trips. Needs kept_trip, and adds
 * departures to it that are booked meanwhile.
 */
export async function retireSchedules(db: Db, feed: FeedRow): Promise<void> {
  await sql`
    create temp table outdated on commit drop as
    with known as (
      -- This subquery reads the stops of one schedule after the other, so the stops of other feeds are never read.
      select s.id, s.feed_key, md5(concat_ws(' ', (
        select md5(string_agg(concat_ws(' ', motor_park_id, arrives_after_seconds,
          departs_after_seconds, pick_up, drop_off), ',' order by position))
        from schedule_stop where schedule_id = s.id), s.starts_at_seconds, s.zone, s.vehicle_type)) as shape
      from schedule s where s.feed_id = ${feed.id}::uuid and s.feed_key is not null
    )
    select known.id, known.feed_key, false as has_trips
    from known left join wanted using (feed_key) where wanted.shape is distinct from known.shape`.execute(
    db,
  )
  await sql`analyze outdated`.execute(db)
  await removeUnusedTrips(db, feed, sql`schedule_id in (select id from outdated)`)
  await sql`
    update outdated set has_trips = true
    where exists (select from trip where schedule_id = outdated.id)`.execute(db)
  await sql`
    update schedule s set feed_key = null, calendar = jsonb_build_object('days', '[]'::jsonb, 'from', lagos_today(),
      'until', lagos_today(), 'added', '[]'::jsonb, 'removed', '[]'::jsonb, 'replaced', s.feed_key)
    from outdated where outdated.id = s.id and has_trips`.execute(db)
  await sql`delete from schedule where id in (select id from outdated where not has_trips)`.execute(
    db,
  )
  await sql`
    update wanted set feed_says = wanted.calendar, calendar = wanted.calendar || jsonb_build_object('removed', wanted.calendar -> 'removed' || taken.days)
    from (
      select s.calendar ->> 'replaced' as feed_key, jsonb_agg(distinct service_date) as days
      from schedule s join trip on schedule_id = s.id
      where s.feed_id = ${feed.id}::uuid and s.calendar ? 'replaced' group by 1
    ) as taken where taken.feed_key = wanted.feed_key`.execute(db)
}

/** Deletes those of these departures that need not stay. Needs kept_trip. */
async function removeUnusedTrips(db: Db, feed: FeedRow, which: Sql) {
  await lockUnusedTrips(db, feed, which)
  await sql`
    delete from trip where ${which} and not exists (select from kept_trip where kept_trip.trip_id = trip.id)`.execute(
    db,
  )
}

/** Stores the wanted schedules with stops and fares. Existing ones keep their id and trips. */
export async function writeSchedules(db: Db, feed: FeedRow): Promise<void> {
  await removeUnusedTrips(
    db,
    feed,
    sql`departs_at > now() and schedule_id in (
      select s.id from schedule s join wanted using (feed_key)
      where s.feed_id = ${feed.id}::uuid and s.calendar <> wanted.calendar)`,
  )
  await sql`
    create temp table written on commit drop as
    select coalesce(s.id, ${uuidV7Sql}) as id, wanted.feed_key, wanted.trip_id, wanted.starts, s.id is null as is_new
    from wanted left join schedule s on s.feed_id = ${feed.id}::uuid and s.feed_key = wanted.feed_key`.execute(
    db,
  )
  await sql`
    insert into schedule (id, operator_id, vehicle_type, amenities, route_name, headsign, zone, starts_at_seconds,
      distance_km, flat_fare_kobo, is_night, calendar, feed_id, feed_key)
    select written.id, operator_id, vehicle_type, amenities, route_name, headsign, zone, wanted.starts, distance_km, flat_fare_kobo,
      is_night, calendar, ${feed.id}::uuid, feed_key
    from wanted join written using (feed_key)
    on conflict (feed_id, feed_key) do update set operator_id = excluded.operator_id,
      route_name = excluded.route_name, headsign = excluded.headsign, distance_km = excluded.distance_km, flat_fare_kobo = excluded.flat_fare_kobo,
      is_night = excluded.is_night, calendar = excluded.calendar`.execute(db)
  await sql`
    insert into schedule_stop (schedule_id, starts_at_seconds, position, motor_park_id, city_id, arrives_after_seconds,
      departs_after_seconds, pick_up, drop_off)
    select written.id, written.starts, position, park_id, city_id, greatest(arrives - first_departure, 0),
      departs - first_departure, pick_up, drop_off
    from written join trip_shape using (trip_id) join trip_stop using (trip_id) where is_new`.execute(
    db,
  )
  await sql`delete from fare where schedule_id in (select id from written where not is_new)`.execute(
    db,
  )
  await sql`
    insert into fare (schedule_id, leg_from, leg_to, amount_kobo)
    select written.id, leg_from, leg_to, amount_kobo from written join pair_fare using (trip_id)`.execute(
    db,
  )
}
