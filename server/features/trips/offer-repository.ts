import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client'

/**
 * The fare of one seat between two stops on the trip's day, kobo; null when not told. Our own model's are in
 * whole ₦50; a timetable's are exact. In numeric, which does not overflow.
 */
export const seatFare = sql`(case when s.feed_id is null
  then round(coalesce(f.amount_kobo, s.flat_fare_kobo)::numeric * t.fare_percent / 500000) * 5000
  else round(coalesce(f.amount_kobo, s.flat_fare_kobo)::numeric * t.fare_percent / 100) end)::bigint`

/** What is sold: one departure between two of its stops, with everything a card of it shows. */
export interface Offer {
  trip_id: string
  leg_from: number
  leg_to: number
  schedule_id: string
  /** The local day on which the traveller boards, `YYYY-MM-DD`. */
  service_date: string
  zone: string
  departs_at: Date
  arrives_at: Date
  departs_hour: number
  arrives_hour: number
  sales_close_at: Date
  on_sale: boolean
  status: 'scheduled' | 'boarding' | 'departed' | 'cancelled'
  plate: string | null
  distance_km: number | null
  seat_fare_kobo: number | null
  park_fee_kobo: number
  seats_left: number
  sellable: number[]
  operator_id: string
  operator_code: string
  operator_name: string
  operator_logo: string | null
  operator_rating: number | null
  operator_reviews: number
  vehicle_code: string
  vehicle_name: string
  vehicle_size: 'small' | 'medium' | 'large'
  vehicle_seats: number
  amenities: string[]
  from_city: string
  from_city_name: string
  from_state: string
  from_park: string
  from_park_name: string
  to_city: string
  to_city_name: string
  to_state: string
  to_park: string
  to_park_name: string
}

/** Where a search starts or ends, as the database knows it. `today` is the date on the wall there. */
export interface PlaceRow {
  code: string
  name: string
  city_id: number
  park_id: string | null
  zone: string
  today: string
}

/** A search in the database's words: two places and a local day of departure. */
export interface Pair {
  from: PlaceRow
  to: PlaceRow
}

/** That a run stops (`a`) at `from` for boarding and later (`b`) at `to` for getting off. */
function stopsAt({ from, to }: Pair): RawBuilder<unknown> {
  const at = (alias: string, place: PlaceRow) =>
    place.park_id === null
      ? sql`${sql.ref(`${alias}.city_id`)} = ${place.city_id}`
      : sql`${sql.ref(`${alias}.motor_park_id`)} = ${place.park_id}::uuid`
  return sql`${at('a', from)} and ${at('b', to)} and a.position < b.position and a.pick_up and b.drop_off`
}

/** That departure `t` runs and its timetable still has it; when its sale ends is another matter. */
export const isSold = sql`t.status in ('scheduled', 'boarding') and t.withdrawn_at is null`

/** How many departures of a day a search looks at; of a day that has more, it shows the first ones. */
export const mostDepartures = 1000

/**
 * Runs between two places, each once: with its shortest ride, where it stops several times in one of them.
 * `days_after` its service day it boards.
 */
export function legsBetween(pair: Pair): RawBuilder<unknown> {
  return sql`leg as materialized (
    select leg.*, s.operator_id, (s.starts_at_seconds + leg.boards_after) / 86400 as days_after,
      (s.starts_at_seconds + leg.boards_after) % 86400 as boards_at,
      leg.boards_after * interval '1 second' as boards_in
    from (
      select distinct on (a.schedule_id) a.schedule_id, a.position as leg_from, b.position as leg_to,
        a.motor_park_id as from_park_id, b.motor_park_id as to_park_id,
        a.departs_after_seconds as boards_after, b.arrives_after_seconds as gets_off_after
      from schedule_stop a join schedule_stop b on b.schedule_id = a.schedule_id
      where ${stopsAt(pair)}
      order by a.schedule_id, b.arrives_after_seconds - a.departs_after_seconds, a.position, b.position
    ) leg join schedule s on s.id = leg.schedule_id
  )`
}

/** That departure `t` is sold from where `leg` of its run boards. */
export const isOnSale = sql`${isSold} and t.sales_close_at + leg.boards_in > now()`

/** Which departures of a day are meant: of these operators, at these hours; all when not said. */
interface Narrowed {
  operators?: readonly string[] | undefined
  hours?: readonly number[] | undefined
}

/**
 * Trips that are on sale between two places on one day, by the database's clock, each once; of more than
 * `mostDepartures` the first ones. Runs come by the time of day, so that no later departure is read.
 */
export async function findOffers(
  db: Db,
  pair: Pair,
  date: string,
  { operators, hours }: Narrowed = {},
): Promise<Offer[]> {
  const meant = [
    sql`true`,
    ...(operators
      ? [sql`operator_id in (select id from operator where code = any (${operators}))`]
      : []),
    ...(hours ? [sql`boards_at / 3600 = any (${hours}::int[])`] : []),
  ]
  const { rows } = await offers(
    sql`(
        with ${legsBetween(pair)}
        select t.*, leg.leg_from, leg.leg_to, leg.from_park_id, leg.to_park_id, leg.boards_after, leg.gets_off_after
        from (
          select * from leg where ${sql.join(meant, sql` and `)} order by boards_at, schedule_id
        ) leg cross join lateral (
          select * from trip t
          where t.schedule_id = leg.schedule_id and t.service_date = ${date}::date - leg.days_after and ${isOnSale}
          order by t.run limit ${mostDepartures}::int
        ) t
        limit ${mostDepartures}::int
      ) t
      join schedule s on s.id = t.schedule_id
      cross join lateral (
        select t.leg_from as position, t.from_park_id as motor_park_id, t.boards_after as departs_after_seconds
      ) a
      cross join lateral (
        select t.leg_to as position, t.to_park_id as motor_park_id, t.gets_off_after as arrives_after_seconds
      ) b`,
    sql`true`,
  ).execute(db)
  return rows
}

/** One part of a trip, as its wire id names it. */
export interface TripPart {
  trip_id: string
  leg_from: number
  leg_to: number
}

/** The offers of exactly these parts of trips, on sale or not; parts that do not exist are missing. */
export async function findParts(db: Db, parts: readonly TripPart[]): Promise<Offer[]> {
  if (parts.length === 0) return []
  const { rows } = await offers(
    sql`unnest(
        ${parts.map((part) => part.trip_id)}::uuid[],
        ${parts.map((part) => part.leg_from)}::int[],
        ${parts.map((part) => part.leg_to)}::int[]
      ) as part (trip_id, leg_from, leg_to)
      join trip t on t.id = part.trip_id
      join schedule s on s.id = t.schedule_id
      join schedule_stop a on a.schedule_id = s.id and a.position = part.leg_from
      join schedule_stop b on b.schedule_id = s.id and b.position = part.leg_to`,
    sql`a.position < b.position and a.pick_up and b.drop_off`,
  ).execute(db)
  return rows
}

/** When trip `t` leaves stop `a`. */
const leavesStop = sql`t.departs_at + a.departs_after_seconds * interval '1 second'`

const soonestFirst = (x: Offer, y: Offer) =>
  x.departs_at.getTime() - y.departs_at.getTime() || (x.trip_id < y.trip_id ? -1 : 1)

/** What leaves a park within two days, soonest first, each to the last stop of its run. */
export async function findDepartures(
  db: Db,
  park_id: string,
  page: { limit: number; offset: number },
): Promise<Offer[]> {
  const { rows } = await offers(
    sql`schedule_stop a
      join schedule s on s.id = a.schedule_id
      join schedule_stop b on b.schedule_id = a.schedule_id
        and b.position = (select max(position) from schedule_stop where schedule_id = a.schedule_id and drop_off)
      join trip t on t.schedule_id = s.id
        and t.service_date between (now() at time zone s.zone)::date - 2 and (now() at time zone s.zone)::date + 2`,
    sql`a.motor_park_id = ${park_id}::uuid and a.pick_up and a.position < b.position
      and ${isSold} and ${leavesStop} between now() and now() + interval '2 days'
      order by ${leavesStop}, t.id limit ${page.limit} offset ${page.offset}`,
  ).execute(db)
  return rows.toSorted(soonestFirst)
}

/** What may leave next between two places: at least `after_minutes` from now, at most `days` days on. */
export interface NextDepartures {
  after_minutes: number
  /** Days by the clock at the start after today. */
  days: number
  limit: number
}

/** The next departures between two places, whether they have seats left or not, soonest first. */
export async function findNext(
  db: Db,
  pair: Pair,
  { after_minutes, days, limit }: NextDepartures,
): Promise<Offer[]> {
  const first = sql`${pair.from.today}::date - (s.starts_at_seconds + a.departs_after_seconds) / 86400`
  const { rows } = await offers(
    sql`schedule_stop a
      join schedule_stop b on b.schedule_id = a.schedule_id
      join schedule s on s.id = a.schedule_id
      join trip t on t.schedule_id = s.id and t.service_date
        between ${first} and ${first} + ${days}::int`,
    sql`${stopsAt(pair)} and ${isSold}
      and ${leavesStop} >= now() + ${after_minutes} * interval '1 minute'
      order by ${leavesStop}, t.id, a.position, b.position limit ${limit}`,
  ).execute(db)
  return rows.toSorted(soonestFirst)
}

/**
 * Everything about the parts of trips (from stop `a` to stop `b` of trip `t` of schedule `s`) that
 * `tables` join and `where` keeps. The fences (materialized) keep the planner from weighing
 * the order of 13 tables for every search, which takes it ten times as long as the search itself.
 */
function offers(tables: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  return sql<Offer>`
    with run as materialized (
      select t.id as trip_id, a.position as leg_from, b.position as leg_to, s.id as schedule_id, s.zone,
        ${leavesStop} as departs_at,
        t.departs_at + b.arrives_after_seconds * interval '1 second' as arrives_at,
        t.sales_close_at + a.departs_after_seconds * interval '1 second' as sales_close_at,
        extract(epoch from t.arrives_at - t.departs_at) as takes_seconds, t.status, t.plate, t.withdrawn_at, s.distance_km,
        ${seatFare} as seat_fare_kobo, s.park_fee_kobo, s.amenities, s.operator_id, s.vehicle_type,
        a.motor_park_id as from_park_id, b.motor_park_id as to_park_id
      from ${tables}
      left join fare f on f.schedule_id = s.id and f.leg_from = a.position and f.leg_to = b.position
      where ${where}
    ),
    park as materialized (
      select p.id, p.code as park, p.name as park_name, c.code as city, c.name as city_name, st.name as state
      from motor_park p join city c on c.id = p.city_id join state st on st.code = c.state_code
      where p.id in (select from_park_id from run union select to_park_id from run)
    )
    select run.trip_id, run.leg_from, run.leg_to, run.schedule_id, run.zone, run.departs_at, run.arrives_at, run.sales_close_at,
      to_char(run.departs_at at time zone run.zone, 'YYYY-MM-DD') as service_date,
      extract(hour from run.departs_at at time zone run.zone)::int as departs_hour,
      extract(hour from run.arrives_at at time zone run.zone)::int as arrives_hour,
      run.status in ('scheduled', 'boarding') and run.withdrawn_at is null and run.sales_close_at > now() as on_sale,
      case when run.status = 'cancelled' then 'cancelled'
        when run.status in ('departed', 'completed') or run.departs_at <= now() then 'departed'
        else run.status end as status,
      run.plate,
      case when run.distance_km is not null then greatest(1, round(run.distance_km
        * extract(epoch from run.arrives_at - run.departs_at) / greatest(1, run.takes_seconds)))::int end as distance_km,
      run.seat_fare_kobo, run.park_fee_kobo, run.amenities,
      (cardinality(v.sellable) - claims.taken)::int as seats_left, v.sellable,
      o.id as operator_id, o.code as operator_code, o.name as operator_name, o.logo as operator_logo,
      o.rating::float as operator_rating, o.reviews as operator_reviews,
      v.code as vehicle_code, v.name as vehicle_name, v.size as vehicle_size, v.seats as vehicle_seats,
      ${end('start', 'from')}, ${end('finish', 'to')}
    from run
    join operator o on o.id = run.operator_id
    join vehicle_type v on v.code = run.vehicle_type
    join park start on start.id = run.from_park_id
    join park finish on finish.id = run.to_park_id
    cross join lateral (
      select count(distinct c.seat) as taken from seat_claim c
      where c.trip_id = run.trip_id and c.leg >= run.leg_from and c.leg < run.leg_to
        and (c.expires_at is null or c.expires_at > now()) and c.seat = any (v.sellable)
    ) claims`
}

function end(alias: string, side: string): RawBuilder<unknown> {
  const columns = ['park', 'park_name', 'city', 'city_name', 'state'] as const
  return sql.join(
    columns.map((name) => sql`${sql.ref(`${alias}.${name}`)} as ${sql.ref(`${side}_${name}`)}`),
  )
}
