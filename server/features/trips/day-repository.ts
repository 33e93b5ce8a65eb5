import { sql } from 'kysely'
import type { Db } from '#server/db/client'
import {
  isOnSale,
  isSold,
  legsBetween,
  mostDepartures,
  type Pair,
  seatFare,
} from './offer-repository.ts'

/** What one day offers: trips on sale, none when all are full, and the cheapest fare without our fee, kobo. */
export interface DayRow {
  date: string
  trips: number
  cheapest_kobo: number | null
}

/**
 * What is on sale between two places on `days` days from `first` on, days without any included. Seats
 * are counted from the cheapest trip on only until one has enough for everybody. Of a day that has more
 * than `mostDepartures`, as many are looked at, of the cheapest runs.
 */
export async function findDays(
  db: Db,
  pair: Pair,
  { first, days, passengers }: { first: string; days: number; passengers: number },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with ${legsBetween(pair)},
    ride as materialized (
      select leg.*, s.vehicle_type, s.feed_id, s.flat_fare_kobo, s.park_fee_kobo, f.amount_kobo
      from leg join schedule s on s.id = leg.schedule_id
      left join fare f on f.schedule_id = s.id and f.leg_from = leg.leg_from and f.leg_to = leg.leg_to
      order by coalesce(f.amount_kobo, s.flat_fare_kobo) + s.park_fee_kobo nulls last
    ),
    day as (select ${first}::date + n as date from generate_series(0, ${days - 1}::int) n),
    run as materialized (
      select day.date, run.* from day cross join lateral (
        select t.id, leg.leg_from, leg.leg_to, leg.vehicle_type, t.cost_kobo
        from ride leg cross join lateral (
          select t.id, ${seatFare} + leg.park_fee_kobo as cost_kobo
          from (select leg.feed_id, leg.flat_fare_kobo) s cross join (select leg.amount_kobo) f cross join trip t
          where t.schedule_id = leg.schedule_id and t.service_date = day.date - leg.days_after and ${isOnSale}
          order by t.run limit ${mostDepartures}::int
        ) t
        limit ${mostDepartures}::int
      ) run
    )
    select to_char(day.date, 'YYYY-MM-DD') as date, cheapest.cost_kobo as cheapest_kobo,
      (case when cheapest.id is null then 0 else (select count(*) from run where run.date = day.date) end)::int as trips
    from day left join lateral (
      select * from (select * from run where run.date = day.date order by cost_kobo nulls last, id offset 0) run
      where ${passengers}::int <= (
        select cardinality(v.sellable) - count(distinct c.seat) from vehicle_type v
        left join seat_claim c on c.trip_id = run.id and c.leg >= run.leg_from and c.leg < run.leg_to
          and (c.expires_at is null or c.expires_at > now()) and c.seat = any (v.sellable)
        where v.code = run.vehicle_type group by v.sellable
      )
      limit 1
    ) cheapest on true
    order by day.date`.execute(db)
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
  const near = (city_id: number) => sql`materialized (
    select c.id, c.code, c.name, km.km from city here, city c, lateral (
      select 12742 * asin(sqrt(least(1, sin(radians(c.latitude - here.latitude) / 2) ^ 2
        + cos(radians(here.latitude)) * cos(radians(c.latitude)) * sin(radians(c.longitude - here.longitude) / 2) ^ 2))) as km
    ) km where here.id = ${city_id} and km.km <= ${within_km})`
  const { rows } = await sql<NearbyRow>`
    with x as ${near(pair.from.city_id)}, y as ${near(pair.to.city_id)},
    run as materialized (
      select a.schedule_id, a.city_id as from_id, b.city_id as to_id, a.departs_after_seconds as after
      from schedule_stop a
      join schedule_stop b on b.schedule_id = a.schedule_id and b.position > a.position
      where a.city_id in (select id from x) and b.city_id in (select id from y) and a.city_id <> b.city_id
        and not (a.city_id = ${pair.from.city_id} and b.city_id = ${pair.to.city_id}) and a.pick_up and b.drop_off
    ), pair as materialized (
      select run.from_id, run.to_id, count(*)::int as trips
      from run
      join schedule s on s.id = run.schedule_id
      join trip t on t.schedule_id = s.id
        and t.service_date = ${date}::date - (s.starts_at_seconds + run.after) / 86400
      where ${isSold} and t.sales_close_at + run.after * interval '1 second' > now()
      group by run.from_id, run.to_id
    )
    select x.code as from_code, x.name as from_name, y.code as to_code, y.name as to_name,
      round(x.km + y.km)::int as distance_km, pair.trips
    from pair join x on x.id = pair.from_id join y on y.id = pair.to_id
    order by x.km + y.km, x.code, y.code limit 6`.execute(db)
  return rows
}
