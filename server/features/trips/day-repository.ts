import { sql } from 'kysely'
import type { Db } from '#server/db/client'
import { type Pair, seatFare, stopsOf } from './offer-repository.ts'

/** What one day offers: trips with enough seats, and the cheapest of their fares without our fee, kobo. */
export interface DayRow {
  date: string
  trips: number
  cheapest_kobo: number | null
}

/** What is on sale between two places on `days` days from `first` on, days without any included. */
export async function findDays(
  db: Db,
  pair: Pair,
  { first, days, passengers }: { first: string; days: number; passengers: number },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with run as materialized (
      select s.id, a.position as leg_from, b.position as leg_to, a.departs_after_seconds as after,
        (s.starts_at_seconds + a.departs_after_seconds) / 86400 as days_after
      from ${stopsOf(pair)}
    ), day as (select ${first}::date + n as date from generate_series(0, ${days - 1}::int) n)
    select to_char(day.date, 'YYYY-MM-DD') as date, count(t.id)::int as trips,
      min(${seatFare} + s.park_fee_kobo) as cheapest_kobo
    from day
    left join (
      run
      join schedule s on s.id = run.id
      join vehicle_type v on v.code = s.vehicle_type
      left join fare f on f.schedule_id = s.id and f.leg_from = run.leg_from and f.leg_to = run.leg_to
      join trip t on t.schedule_id = s.id and t.service_date between ${first}::date - 7 and ${first}::date + ${days - 1}::int
    ) on t.service_date = day.date - run.days_after
      and t.status in ('scheduled', 'boarding') and t.sales_close_at + run.after * interval '1 second' > now()
      and cardinality(v.sellable) - ${passengers}::int >= (
        select count(distinct c.seat) from seat_claim c
        where c.trip_id = t.id and c.leg >= run.leg_from and c.leg < run.leg_to
          and (c.expires_at is null or c.expires_at > now()) and c.seat = any (v.sellable)
      )
    group by day.date order by day.date`.execute(db)
  return rows
}

/** Another pair of cities close to the one asked for. */
export interface NearbyRow {
  from_code: string
  from_name: string
  to_code: string
  to_name: string
  /** How far both ends lie from what was asked for, together, in a straight line. */
  distance_km: number
  trips: number
}

/** Pairs of cities within `within_km` of the ends asked for that have trips on this day, nearest first. */
export async function findNearby(
  db: Db,
  pair: Pair,
  date: string,
  within_km: number,
): Promise<NearbyRow[]> {
  const near = (city_id: number) => sql`(
    select c.id, c.code, c.name, km.km from city here, city c, lateral (
      select 12742 * asin(sqrt(least(1, sin(radians(c.latitude - here.latitude) / 2) ^ 2
        + cos(radians(here.latitude)) * cos(radians(c.latitude)) * sin(radians(c.longitude - here.longitude) / 2) ^ 2))) as km
    ) km where here.id = ${city_id} and km.km <= ${within_km})`
  const { rows } = await sql<NearbyRow>`
    select x.code as from_code, x.name as from_name, y.code as to_code, y.name as to_name,
      round(x.km + y.km)::int as distance_km, count(t.id)::int as trips
    from ${near(pair.from.city_id)} x, ${near(pair.to.city_id)} y, schedule_stop a
    join schedule_stop b on b.schedule_id = a.schedule_id and b.position > a.position
    join schedule s on s.id = a.schedule_id
    join trip t on t.schedule_id = s.id
      and t.service_date = ${date}::date - (s.starts_at_seconds + a.departs_after_seconds) / 86400
    where a.city_id = x.id and b.city_id = y.id and x.id <> y.id and a.pick_up and b.drop_off
      and not (x.id = ${pair.from.city_id} and y.id = ${pair.to.city_id})
      and t.status in ('scheduled', 'boarding')
      and t.sales_close_at + a.departs_after_seconds * interval '1 second' > now()
    group by x.code, x.name, x.km, y.code, y.name, y.km
    order by x.km + y.km, x.code, y.code limit 6`.execute(db)
  return rows
}
