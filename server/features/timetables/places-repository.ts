import { sql } from 'kysely'
import type { Db } from '#server/db/client'
import { stage } from './staging-repository.ts'

export type FeedRow = { id: string; name: string; zone: string }

/** A UUIDv7 made where the rows are made: bringing a million keys here and back would cost the memory. */
export const uuidV7 = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::int8) from 3) from 1 for 6),
  52, 1), 53, 1), 'hex')::uuid`

/** A code people can recognise, and no other feed's: the name's letters and six characters of its key. */
const codeOf = (name: string, feed: string, key: string) =>
  sql`concat_ws('-', nullif(trim(both '-' from left(regexp_replace(plain(${sql.ref(name)}), '[^a-z0-9]+', '-', 'g'), 40)), ''),
    left(md5(${feed} || ':' || ${sql.ref(key)}), 6))`

const kmBetween = (a: string, b: string) => sql`12742 * asin(sqrt(least(1,
  sin(radians(${sql.ref(`${a}.latitude`)} - ${sql.ref(`${b}.latitude`)}) / 2) ^ 2
  + cos(radians(${sql.ref(`${a}.latitude`)})) * cos(radians(${sql.ref(`${b}.latitude`)}))
  * sin(radians(${sql.ref(`${a}.longitude`)} - ${sql.ref(`${b}.longitude`)}) / 2) ^ 2)))`

/** Writes agency.txt as operators. What GTFS does not tell comes from the defaults given here. */
export async function writeOperators(
  db: Db,
  feed: FeedRow,
  defaults: { vehicle: string; luggage: string },
) {
  await sql`
    insert into operator as known (id, code, name, phone, luggage, default_vehicle, feed_id, feed_key)
    select ${uuidV7}, ${codeOf('agency_name', `${feed.name}:operator`, 'agency_id')}, agency_name, agency_phone,
      ${defaults.luggage}, ${defaults.vehicle}, ${feed.id}::uuid, agency_id
    from ${stage('agency')}
    on conflict (feed_id, feed_key) do update
      set name = excluded.name, phone = excluded.phone, default_vehicle = excluded.default_vehicle`.execute(
    db,
  )
}

/**
 * Writes stations and lone stops as motor parks; what has a parent_station belongs to it. Leaves the
 * temporary table stop_park (stop_id, park_id, city_id) of every stop. A park's city is the nearest
 * within 40 km, else the nearest in the feed's time zone, else a new one called after that zone.
 */
export async function writeParks(db: Db, feed: FeedRow, region: { code: string; name: string }) {
  await sql`
    create temp table stop_top on commit drop as
    with recursive top as (
      select stop_id, stop_id as park_key from ${stage('stops')} where parent_station is null
      union all
      select s.stop_id, top.park_key from ${stage('stops')} s join top on top.stop_id = s.parent_station
    ) select * from top`.execute(db)
  await sql`
    create temp table feed_park on commit drop as
    select s.stop_id as park_key, coalesce(s.stop_name, s.stop_id) as name, s.stop_desc as address,
      s.stop_lat as latitude, s.stop_lon as longitude, null::int4 as city_id
    from ${stage('stops')} s
    where s.parent_station is null and s.stop_lat is not null and s.stop_lon is not null
      and (coalesce(s.location_type, 0) in (0, 1)
        or exists (select from ${stage('stop_times')} t where t.stop_id = s.stop_id))`.execute(db)
  await findCities(db, feed.zone)
  await makeCity(db, feed.zone, region)
  await findCities(db, feed.zone)
  await sql`
    insert into motor_park (id, code, name, city_id, address, latitude, longitude, feed_id, feed_key)
    select ${uuidV7}, ${codeOf('park.name', feed.name, 'park_key')}, park.name, city.id,
      coalesce(park.address, park.name || ', ' || city.name), park.latitude, park.longitude, ${feed.id}::uuid, park_key
    from feed_park as park join city on city.id = park.city_id
    on conflict (feed_id, feed_key) do update set name = excluded.name, address = excluded.address,
      latitude = excluded.latitude, longitude = excluded.longitude`.execute(db)
  await sql`
    create temp table stop_park on commit drop as
    select top.stop_id, park.id as park_id, park.city_id
    from stop_top as top join motor_park as park on park.feed_id = ${feed.id}::uuid and park.feed_key = top.park_key`.execute(
    db,
  )
  await sql`analyze stop_park`.execute(db)
}

async function findCities(db: Db, zone: string) {
  await sql`
    update feed_park as park set city_id = (
      select city.id from city
      where city.zone = ${zone} or city.latitude between park.latitude - 0.4 and park.latitude + 0.4
      order by ${kmBetween('city', 'park')} > 40, ${kmBetween('city', 'park')}, city.id limit 1
    ) where city_id is null`.execute(db)
  await sql`
    update feed_park as park set city_id = null from city
    where city.id = park.city_id and city.zone <> ${zone} and ${kmBetween('city', 'park')} > 40`.execute(
    db,
  )
}

async function makeCity(db: Db, zone: string, region: { code: string; name: string }) {
  const name = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  const code = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  await sql`
    with homeless as (
      select avg(latitude) as latitude, avg(longitude) as longitude from feed_park where city_id is null
    ), region as (
      insert into state (code, name, zone) select ${region.code}, ${region.name}, ${zone} from homeless
      where latitude is not null on conflict do nothing
    )
    insert into city (code, name, state_code, latitude, longitude, zone)
    select case when exists (select from city where code = ${code}) then ${`${code}-${region.code.toLowerCase()}`} else ${code} end,
      ${name}, ${region.code}, latitude, longitude, ${zone}
    from homeless where latitude is not null`.execute(db)
}

/** The kinds of vehicles that an operator may be given, the one meant by `code` first. */
export async function findVehicles(db: Db, code: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from vehicle_type order by code <> ${code}, seats, code`.execute(db)
  return rows.map((row) => row.code)
}
