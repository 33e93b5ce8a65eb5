import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import {
  selectDepartures,
  isOnSaleSql,
  isOnSaleFromStopSql,
  selectLegs,
  maxDepartures,
  type PlacePair,
  selectDeparturesInOrder,
} from './legs-repository.ts'
import { seatFareSql } from './departure-repository.ts'

/**
 * A day of a search. `trips`: the number of trips on sale, including full ones; 0 if no trip has enough seats.
 * `cheapest_kobo`: the cheapest fare of a trip with enough seats, without our fee.
 */
export interface TripDayRow {
  date: string
  trips: number
  /** Whether trips are on sale, but none of them has enough seats. */
  is_full: boolean
  cheapest_kobo: number | null
}

/**
 * How many departures of each day are read. `all`: a limit that no day reaches in practice. `crowded`: only the first
 * ones, for a pair with many departures (`is_crowded`).
 */
const looked = { all: sql`1000`, crowded: sql`60` }

/**
 * Returns trips on sale between two places on `days` days (at most 14) from `first` on, with empty days. Counts the
 * seats of one trip after the other, from the cheapest one, until a trip has enough. For a pair with many departures
 * (`is_crowded`), the first departures of a day represent all.
 */
export async function findTripDays(
  db: Db,
  pair: PlacePair,
  { first, days, passengers }: { first: string; days: number; passengers: number },
): Promise<TripDayRow[]> {
  const { rows } = await sql<TripDayRow>`
    with ${pair.is_crowded ? selectRunsInOrder(pair, { first, days }) : selectRunsByDay(pair, { first, days })}
    select to_char(day.date, 'YYYY-MM-DD') as date, cheapest.cost_kobo as cheapest_kobo,
      cheapest.id is null and exists (select from run where run.date = day.date) as is_full,
      (case when cheapest.id is null then 0 else (select count(*) from run where run.date = day.date) end)::int as trips
    from day left join lateral (
      select * from (select * from run where run.date = day.date order by cost_kobo nulls last, id offset 0) run
      where ${passengers}::int <= ${freeSeats}
      limit 1
    ) cheapest on true
    order by day.date`.execute(db)
  return rows
}

/** SQL for how many seats of `run` are free. */
const freeSeats = sql`(
  select cardinality(v.sellable) - count(distinct c.seat) from vehicle_type v
  left join seat_claim c on c.trip_id = run.id and c.leg >= run.leg_from and c.leg < run.leg_to
    and (c.expires_at is null or c.expires_at > now()) and c.seat = any (v.sellable)
  where v.code = run.vehicle_type group by v.sellable)`

/** The cheapest free seat of an operator on some days, without our fee, and its day. */
export interface CheapestSeatRow {
  operator_code: string
  operator_name: string
  operator_rating: number | null
  cost_kobo: number
  date: string
}

/**
 * Returns the cheapest free seat of each operator between two places on `days` days (at most 14) from `first` on, on
 * the first day that has it; the cheapest operator first. Operators without a free seat or a known fare are left out.
 */
export async function findCheapestSeats(
  db: Db,
  pair: PlacePair,
  days: { first: string; days: number },
): Promise<CheapestSeatRow[]> {
  const { rows } = await sql<CheapestSeatRow>`
    with ${pair.is_crowded ? selectRunsInOrder(pair, days) : selectRunsByDay(pair, days)}
    select o.code as operator_code, o.name as operator_name, o.rating::float as operator_rating, cheapest.cost_kobo,
      to_char(cheapest.date, 'YYYY-MM-DD') as date
    from (select distinct operator_id from run where cost_kobo is not null) runs
    join operator o on o.id = runs.operator_id
    cross join lateral (
      select * from (
        select * from run where run.operator_id = runs.operator_id and cost_kobo is not null
        order by cost_kobo, date, id offset 0
      ) run
      where ${freeSeats} > 0
      limit 1
    ) cheapest
    order by cheapest.cost_kobo, plain(o.name), o.code`.execute(db)
  return rows
}

interface Days {
  first: string
  days: number
}

const daysOf = ({ first, days }: Days) =>
  sql`day as (select ${first}::date + n as date from generate_series(0, 13) n where n < ${days}::int)`

/** Returns SQL for `day`, and for `run`: its departures with the price of a seat. */
function selectRunsByDay(pair: PlacePair, days: Days): Sql {
  return sql`${selectLegs(pair)}, ${daysOf(days)},
    found as materialized (
      select day.date, t.*
      from day cross join lateral (${selectDepartures(pair, sql`day.date`, isOnSaleSql, looked.all)}) t
    ),
    run as materialized (
      select t.date, ${runColumns}
      from found t join schedule s on s.id = t.schedule_id
      left join fare f on f.schedule_id = s.id and f.leg_from = t.leg_from and f.leg_to = t.leg_to
    )`
}

const costOfSeat = sql`${seatFareSql} + s.park_fee_kobo`
const runColumns = sql`t.id, t.leg_from, t.leg_to, coalesce(t.vehicle_type, s.vehicle_type) as vehicle_type,
  s.operator_id, ${costOfSeat} as cost_kobo`

/**
 * Like `selectRunsByDay`, for two places with many departures (`is_crowded`): reads at most 60 departures a day. All
 * days have the same schedules, so these are read once for all days, and only until every day has enough departures:
 * `coming` is filled while it is read, and `offset 0` keeps the planner from computing all of it. Today is read
 * separately, since only its departures from now on count.
 */
function selectRunsInOrder(pair: PlacePair, days: Days): Sql {
  const { first, days: count } = days
  const today = sql`${pair.from.today}::date`
  return sql`${daysOf(days)},
    coming as materialized (
      select t.service_date + leg.boards_days_after as date, t.id, leg.leg_from, leg.leg_to,
        coalesce(t.vehicle_type, s.vehicle_type) as vehicle_type,
        s.operator_id, ${costOfSeat} as cost_kobo
      from ${selectDeparturesInOrder(pair)} leg
      cross join lateral (select * from schedule where id = leg.schedule_id offset 0) s
      left join lateral (
        select * from fare where schedule_id = leg.schedule_id and leg_from = leg.leg_from and leg_to = leg.leg_to offset 0
      ) f on true
      cross join lateral (
        select * from trip t where t.schedule_id = leg.schedule_id and ${isOnSaleSql}
          and t.service_date between ${first}::date - leg.boards_days_after
            and ${first}::date + ${count - 1}::int - leg.boards_days_after
        order by t.service_date, t.run offset 0
      ) t
    ),
    run as materialized (
      select run.* from day cross join lateral (
        select * from coming where date = day.date limit ${looked.crowded}
      ) run where day.date <> ${today}
      union all
      select day.date, ${runColumns}
      from day cross join lateral (${selectDepartures(pair, sql`day.date`, isOnSaleSql, looked.crowded)}) t
      join schedule s on s.id = t.schedule_id
      left join fare f on f.schedule_id = s.id and f.leg_from = t.leg_from and f.leg_to = t.leg_to
      where day.date = ${today}
    )`
}

/** Another pair of cities near the requested one. */
export interface NearbyPairRow {
  from_code: string
  from_name: string
  to_code: string
  to_name: string
  /** The sum of the distances at both ends, in a straight line. */
  distance_km: number
  trips: number
}

/**
 * Returns pairs of cities with trips on this day that are near the requested pair, nearest first: the two distances
 * add up to at most `within_km`; `trips` counts up to `maxDepartures`.
 */
export async function findNearbyPairs(
  db: Db,
  pair: PlacePair,
  date: string,
  within_km: number,
): Promise<NearbyPairRow[]> {
  const near = (city_id: number) => sql`materialized (
    select c.id, c.code, c.name, km.km from city here, city c, lateral (
      select straight_km(here.latitude, here.longitude, c.latitude, c.longitude) as km
    ) km where here.id = ${city_id} and km.km <= ${within_km})`
  const { rows } = await sql<NearbyPairRow>`
    with x as ${near(pair.from.city_id)}, y as ${near(pair.to.city_id)},
    pair as materialized (
      select distinct x.id as from_id, x.code as from_code, x.name as from_name, y.id as to_id, y.code as to_code,
        y.name as to_name, x.km + y.km as km
      from connection c join x on x.id = c.from_city_id join y on y.id = c.to_city_id
      where (x.id, y.id) <> (${pair.from.city_id}, ${pair.to.city_id}) and x.km + y.km <= ${within_km}
    )
    select from_code, from_name, to_code, to_name, round(km)::int as distance_km, trips
    from (select * from pair order by km, from_code, to_code) pair cross join lateral (
      select count(*)::int as trips from (
        select distinct t.id from schedule_stop a
        join schedule_stop b on b.schedule_id = a.schedule_id and b.position > a.position
        join trip t on t.schedule_id = a.schedule_id and t.service_date = ${date}::date - a.boards_days_after
        where a.city_id = pair.from_id and a.pick_up and b.city_id = pair.to_id and b.drop_off
          and ${isOnSaleFromStopSql}
        limit ${maxDepartures}
      ) t
    ) counted
    where trips > 0 limit 6`.execute(db)
  return rows
}
