import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { findFaultyRows } from './checks-repository.ts'
import type { FeedPark, KnownCity, NewCity, CityAssignment } from './feed-cities.ts'
import { FeedError, makeFault, type FeedFault } from './faults.ts'
import { stagingTable } from './staging-repository.ts'

/** A stored feed with its time zone. */
export type FeedRow = { id: string; name: string; zone: string }

/**
 * SQL that makes a UUIDv7. The database makes these keys, since transferring a million of them to it would cost memory.
 */
export const uuidV7Sql = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::int8) from 3) from 1 for 6),
  52, 1), 53, 1), 'hex')::uuid`

/**
 * Returns SQL for a code that people can recognise and no other feed has: the letters of the name and ten characters of
 * its key.
 */
const codeOf = (name: string, feed: string, key: string) =>
  sql`concat_ws('-', nullif(trim(both '-' from left(regexp_replace(plain(${sql.ref(name)}), '[^a-z0-9]+', '-', 'g'), 40)), ''),
    left(md5(${feed} || ':' || ${sql.ref(key)}), 10))`

/** Stores agency.txt as operators. Data that GTFS lacks comes from the given defaults. */
export async function writeOperators(
  db: Db,
  feed: FeedRow,
  defaults: { vehicle: string; luggage: string },
) {
  await sql`
    insert into operator as known (id, code, name, phone, email, luggage, default_vehicle, feed_id, feed_key)
    select ${uuidV7Sql}, ${codeOf('agency_name', `${feed.name}:operator`, 'agency_id')}, agency_name, agency_phone, agency_email,
      ${defaults.luggage}, ${defaults.vehicle}, ${feed.id}::uuid, agency_id
    from ${stagingTable('agency')}
    on conflict (feed_id, feed_key) do update
      set name = excluded.name, phone = excluded.phone, email = excluded.email, default_vehicle = excluded.default_vehicle`.execute(
    db,
  )
}

/** Returns the operators of a feed, sorted by name, with the codes that our commands accept. */
export async function findFeedOperators(
  db: Db,
  feed: string,
): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select o.code, o.name from operator o join feed f on f.id = o.feed_id where f.name = ${feed} order by plain(o.name), o.code`.execute(
    db,
  )
  return rows
}

/**
 * Creates two temporary tables. stop_top (stop_id, park_key) has the top station of each stop, or the stop itself.
 * feed_park has these stations and stops as motor parks. A station without coordinates is placed in the middle of its
 * stops. Returns faults about values that are corrected.
 */
export async function createParkTables(db: Db): Promise<FeedFault[]> {
  await sql`
    create temp table stop_top on commit drop as
    with recursive top as (
      select stop_id, stop_id as park_key from ${stagingTable('stops')} where parent_station is null
      union all
      select s.stop_id, top.park_key from ${stagingTable('stops')} s join top on top.stop_id = s.parent_station
    ) select * from top`.execute(db)
  await sql`
    create temp table feed_park on commit drop as
    with top as (
      select top.park_key, avg(s.stop_lat) as latitude, avg(s.stop_lon) as longitude, sum(used.times)::int4 as stops_there
      from stop_top top join ${stagingTable('stops')} s using (stop_id)
      left join (select stop_id, count(*) as times from ${stagingTable('stop_times')} group by stop_id) used using (stop_id)
      group by top.park_key
    )
    select s.line, s.stop_id as park_key, coalesce(s.stop_name, s.stop_id) as name, s.stop_desc as address,
      case when has_own then s.stop_lat else top.latitude end as latitude,
      case when has_own then s.stop_lon else top.longitude end as longitude,
      coalesce(top.stops_there, 0) as stops_there, has_own, s.stop_name is not null as has_name
    from ${stagingTable('stops')} s join top on top.park_key = s.stop_id,
      lateral (select s.stop_lat is not null and s.stop_lon is not null as has_own) own
    where (has_own or top.latitude is not null) and (coalesce(s.location_type, 0) in (0, 1) or top.stops_there > 0)`.execute(
    db,
  )
  const { rows } = await sql`select from feed_park offset ${maxParks} limit 1`.execute(db)
  if (rows.length > 0)
    throw new FeedError([makeFault('stops.txt', `has more than ${maxParks} stations and stops`)])
  return [
    ...(await findFaultyRows(
      db,
      'stops',
      'has no coordinates of its own: it is placed in the middle of its stops',
      sql`select line, park_key from feed_park where not has_own`,
    )),
    ...(await findFaultyRows(
      db,
      'stops',
      'has no name: it is called by its stop_id',
      sql`select line, park_key from feed_park where not has_name and stops_there > 0`,
    )),
  ]
}

/** The most parks of a feed. Cities are assigned in memory, and a whole country has a tenth of this number. */
const maxParks = 100_000

/** Returns the parks of the feed with their current city, and all cities. Needs createParkTables. */
export async function findParksAndCities(
  db: Db,
  feed: FeedRow,
): Promise<{ parks: FeedPark[]; cities: KnownCity[] }> {
  const parks = await sql<FeedPark>`
    select p.line, p.park_key, p.name, p.latitude, p.longitude, p.stops_there, known.city_id
    from feed_park p left join motor_park known on known.feed_id = ${feed.id}::uuid and known.feed_key = p.park_key
    order by p.park_key collate "C"`.execute(db)
  const cities = await sql<KnownCity>`
    select id, name, latitude, longitude, zone, state_code not like 'X-%' as is_ours from city order by id`.execute(
    db,
  )
  return { parks: parks.rows, cities: cities.rows }
}

/**
 * Stores the parks of the feed and their new cities, each in the region of its zone. Creates the temporary table
 * stop_park (stop_id, park_id, city_id).
 */
export async function writeParks(
  db: Db,
  feed: FeedRow,
  { known, made }: CityAssignment,
  regionOf: (zone: string) => { code: string; name: string },
): Promise<void> {
  const zones = [...new Set(made.map((city) => city.zone))]
  const regions = new Map(zones.map((zone) => [zone, regionOf(zone)]))
  for (const [zone, { code, name }] of regions)
    await sql`select add_region(${code}, ${name}, ${zone})`.execute(db)
  await writeCities(
    db,
    made.map((city) => ({ ...city, region: regions.get(city.zone)?.code ?? '' })),
  )
  const inMade = made.flatMap(({ parks }, index) => parks.map((key) => [key, index + 1] as const))
  await sql`
    create temp table park_city on commit drop as
    select park_key, city_id from unnest(${[...known.keys()]}::text[], ${[...known.values()]}::int4[]) as known(park_key, city_id)
    union all
    select park_key, new_city.city_id
    from unnest(${inMade.map(([key]) => key)}::text[], ${inMade.map(([, nth]) => nth)}::int4[]) as made(park_key, nth)
    join new_city using (nth)`.execute(db)
  await sql`
    insert into motor_park (id, code, name, city_id, address, latitude, longitude, feed_id, feed_key)
    select ${uuidV7Sql}, ${codeOf('park.name', feed.name, 'park_key')}, park.name, city.id,
      coalesce(park.address, park.name || ', ' || city.name), park.latitude, park.longitude, ${feed.id}::uuid, park_key
    from feed_park as park join park_city using (park_key) join city on city.id = park_city.city_id
    on conflict (feed_id, feed_key) do update set name = excluded.name, address = excluded.address,
      latitude = excluded.latitude, longitude = excluded.longitude, city_id = excluded.city_id`.execute(
    db,
  )
  await sql`
    -- The array makes the planner use the index: with a join, it would read the stops of all timetables.
    update schedule_stop stop set city_id = park.city_id from motor_park park
    where stop.motor_park_id = any (array(select id from motor_park where feed_id = ${feed.id}::uuid))
      and park.id = stop.motor_park_id and stop.city_id <> park.city_id`.execute(db)
  await sql`
    create temp table stop_park on commit drop as
    select top.stop_id, park.id as park_id, park.city_id
    from stop_top as top join motor_park as park on park.feed_id = ${feed.id}::uuid and park.feed_key = top.park_key`.execute(
    db,
  )
  await sql`analyze stop_park`.execute(db)
}

/** Returns stops of trips without a park: if there are any, the feed must be refused. */
export function findStopsWithoutPark(db: Db): Promise<FeedFault[]> {
  return findFaultyRows(
    db,
    'stop_times',
    'this stop has no city',
    sql`select line, stop_id from ${stagingTable('stop_times')} t
      where not exists (select from stop_park where stop_park.stop_id = t.stop_id)`,
  )
}

/** Creates the temporary table new_city (nth, city_id), where nth counts from 1 in the given order. */
async function writeCities(db: Db, cities: (Omit<NewCity, 'parks'> & { region: string })[]) {
  const list = (column: 'name' | 'latitude' | 'longitude' | 'zone' | 'region') =>
    cities.map((city) => city[column])
  await sql`
    create temp table new_city on commit drop as
    with named as (
      select *, coalesce(nullif(trim(both '-' from left(regexp_replace(plain(name), '[^a-z0-9]+', '-', 'g'), 40)), ''), 'city') as plain_name
      from unnest(${list('name')}::text[], ${list('latitude')}::float8[], ${list('longitude')}::float8[],
        ${list('zone')}::text[], ${list('region')}::text[]) with ordinality as city(name, latitude, longitude, zone, region, nth)
    ), counted as (
      select *, row_number() over (partition by plain_name order by nth) as same from named
    )
    select nth::int4, name, latitude, longitude, zone, region, null::int4 as city_id,
      case when same = 1 and not exists (select from city where code = plain_name) then plain_name
        else plain_name || '-' || left(md5(concat_ws(' ', zone, name, latitude, longitude)), 8) end as code
    from counted`.execute(db)
  await sql`
    with made as materialized (
      select nth, add_city(code, name, region, latitude, longitude, zone) as id
      from (select * from new_city order by nth) city
    )
    update new_city set city_id = made.id from made where made.nth = new_city.nth`.execute(db)
}

/** Returns the codes of all kinds of vehicles: `code` first, the others by number of seats. */
export async function findVehicleCodes(db: Db, code: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from vehicle_type order by code <> ${code}, seats, code`.execute(db)
  return rows.map((row) => row.code)
}
