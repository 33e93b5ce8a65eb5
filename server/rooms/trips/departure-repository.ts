import type { ParkDetail } from '#contract/trips/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { selectDepartures, isUpcomingSql, selectLegs, type PlacePair } from './legs-repository.ts'

/**
 * SQL for the fare of one seat between two stops on the trip's day, kobo; null if unknown. Fares of our own model are
 * rounded to ₦50; fares of an imported timetable are in whole naira, rounded down. So the displayed fare is exact, and
 * a clerk's phone computes the same share for a child as the server. It is computed as numeric, which does not
 * overflow.
 */
export const seatFareSql = sql`(case when s.feed_id is null
  then round(coalesce(f.amount_kobo, s.flat_fare_kobo)::numeric * t.fare_percent / 500000) * 5000
  else floor(coalesce(f.amount_kobo, s.flat_fare_kobo)::numeric * t.fare_percent / 10000) * 100 end)::bigint`

/**
 * One departure between two of its stops, with all data of a card. Its status `departed` and the end of its sale follow
 * the timetable without delays, since the operator may withdraw a delay.
 */
export interface DepartureDetail {
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
  /** Whether the operator has closed the departure's sales by hand. */
  sales_closed: boolean
  status: 'scheduled' | 'boarding' | 'departed' | 'cancelled'
  plate: string | null
  distance_km: number | null
  seat_fare_kobo: number | null
  park_fee_kobo: number
  seats_left: number
  /** Seats that are held by people who have not paid yet, and that may become free again. */
  seats_held: number
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

interface DepartureParks {
  from_park_detail: ParkDetail
  to_park_detail: ParkDetail
}

/** A departure with its motor parks, as a page about it shows them. */
export type DepartureWithParks = DepartureDetail & DepartureParks

/** Returns SQL that joins the result of `selectDepartures` with its schedule and stops `a` and `b`. */
export const departureJoinsSql = (found: Sql) => sql`(${found}) t
  join schedule s on s.id = t.schedule_id
  cross join lateral (
    select t.leg_from as position, t.from_park_id as motor_park_id, t.boards_after as departs_after_seconds
  ) a
  cross join lateral (
    select t.leg_to as position, t.to_park_id as motor_park_id, t.gets_off_after as arrives_after_seconds
  ) b`

/** A part of a trip: the legs between two of its stops, as its wire id names it. */
export interface TripPart {
  trip_id: string
  leg_from: number
  leg_to: number
}

const isBookableSql = sql`a.position < b.position and a.pick_up and b.drop_off`

const joinParts = (parts: readonly TripPart[]) => sql`
  unnest(
    ${parts.map((part) => part.trip_id)}::uuid[],
    ${parts.map((part) => part.leg_from)}::int[],
    ${parts.map((part) => part.leg_to)}::int[]
  ) as part (trip_id, leg_from, leg_to)
  join trip t on t.id = part.trip_id
  join schedule s on s.id = t.schedule_id
  join schedule_stop a on a.schedule_id = s.id and a.position = part.leg_from
  join schedule_stop b on b.schedule_id = s.id and b.position = part.leg_to`

/** Returns these parts of trips, on sale or not. Leaves out parts that do not exist. */
export async function findTripParts(
  db: Db,
  parts: readonly TripPart[],
): Promise<DepartureDetail[]> {
  if (parts.length === 0) return []
  const { rows } = await readDepartures(joinParts(parts), isBookableSql).execute(db)
  return rows
}

/** Returns parts of trips as `findTripParts` does, with everything about their motor parks. */
export async function findTripPartsWithParks(
  db: Db,
  parts: readonly TripPart[],
): Promise<DepartureWithParks[]> {
  if (parts.length === 0) return []
  const details = sql`${detailOf('start')} as from_park_detail, ${detailOf('finish')} as to_park_detail`
  const { rows } = await readDepartures(joinParts(parts), isBookableSql, details).execute(db)
  return rows.filter(hasParks)
}

const hasParks = (row: DepartureDetail & Partial<DepartureParks>): row is DepartureWithParks =>
  row.from_park_detail !== undefined && row.to_park_detail !== undefined

const detailOf = (alias: 'start' | 'finish') => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(
    select json_build_object('name', p.name, 'code', p.code, 'address', p.address, 'phone', p.phone,
      'latitude', p.latitude, 'longitude', p.longitude, 'city', json_build_object('name', ${column('city_name')},
      'code', ${column('city')}, 'state', ${column('state')}))
    from motor_park p where p.id = ${column('id')})`
}

/** SQL for when trip `t` leaves stop `a`. */
export const departureAtStopSql = sql`t.departs_at + a.departs_after_seconds * interval '1 second'`

/** SQL for when trip `t` reaches stop `b`. */
export const arrivalAtStopSql = sql`t.departs_at + b.arrives_after_seconds * interval '1 second'`

/**
 * SQL that counts the seats of vehicle `v` that we sell and that are `taken` on the legs of `run`. `sold`: how many of
 * them are sold. The others are held until a deadline by people who have not paid yet.
 */
export const takenSeatsSql = sql`
  select count(distinct c.seat) as taken, count(distinct c.seat) filter (where c.expires_at is null) as sold
  from seat_claim c
  where c.trip_id = run.trip_id and c.leg >= run.leg_from and c.leg < run.leg_to
    and (c.expires_at is null or c.expires_at > now()) and c.seat = any (v.sellable)`

/**
 * SQL that counts the seats of vehicle `v` that we sell on the legs of `run`, as JSON (`SeatCounts`). Uses the same
 * claims as `seats_left` and `seats_held` of a card.
 */
export const seatCountsSql = sql`
  select json_build_object('total', cardinality(v.sellable), 'free', cardinality(v.sellable) - claims.taken,
    'held', claims.taken - claims.sold, 'sold', claims.sold - own.blocked, 'blocked', own.blocked) as seat_counts
  from (${takenSeatsSql}) claims cross join lateral (
    select count(distinct c.seat) as blocked from seat_claim c
    where c.trip_id = run.trip_id and c.leg >= run.leg_from and c.leg < run.leg_to and c.block_id is not null
      and c.seat = any (v.sellable)) own`

const soonestFirst = (x: DepartureDetail, y: DepartureDetail) =>
  x.departs_at.getTime() - y.departs_at.getTime() || (x.trip_id < y.trip_id ? -1 : 1)

/** Returns departures from a park within two days, soonest first, each to the last stop of its trip. */
export async function findDepartures(
  db: Db,
  park_id: string,
  page: { limit: number; offset: number },
): Promise<DepartureDetail[]> {
  const { rows } = await readDepartures(
    sql`schedule_stop a
      join schedule s on s.id = a.schedule_id
      join schedule_stop b on b.schedule_id = a.schedule_id
        and b.position = (select max(position) from schedule_stop where schedule_id = a.schedule_id and drop_off)
      join trip t on t.schedule_id = s.id
        and t.service_date between (now() at time zone s.zone)::date - 2 and (now() at time zone s.zone)::date + 2`,
    sql`a.motor_park_id = ${park_id}::uuid and a.pick_up and a.position < b.position
      and ${isUpcomingSql} and ${departureAtStopSql} between now() and now() + interval '2 days'
      order by ${departureAtStopSql}, t.id limit ${page.limit} offset ${page.offset}`,
  ).execute(db)
  return rows.toSorted(soonestFirst)
}

/**
 * A request for the next departures between two places: at least `after_minutes` from now, at most `days` days ahead.
 */
export interface NextDeparturesQuery {
  after_minutes: number
  /** Days after today, by the local date of the place where the search starts. */
  days: number
  limit: number
  /** Codes of the requested operators; all by default. */
  operators?: readonly string[]
}

/** Returns the next departures between two places, with or without free seats, soonest first. */
export async function findNextDepartures(
  db: Db,
  pair: PlacePair,
  { after_minutes, days, limit, operators }: NextDeparturesQuery,
): Promise<DepartureDetail[]> {
  const isNext = sql`${isUpcomingSql} and t.departs_at + leg.boards_after * interval '1 second'
    >= now() + ${after_minutes} * interval '1 minute'`
  const { rows } = await readDepartures(
    departureJoinsSql(sql`
      with ${selectLegs(pair)}
      select t.* from (
        select ${pair.from.today}::date + n as date from generate_series(0, ${days}::int) n order by n
      ) day cross join lateral (${selectDepartures(pair, sql`day.date`, isNext, sql`${limit}::int`, { operators })}) t
      limit ${limit}`),
    sql`true`,
  ).execute(db)
  return rows.toSorted(soonestFirst)
}

/**
 * Returns all data of the parts of trips (from stop `a` to stop `b` of trip `t` of schedule `s`) that `tables` join and
 * `where` selects. The materialized subqueries keep the planner from considering all join orders of 13 tables, which
 * takes ten times as long as the search. `more`: further columns, of the parks `start` and `finish`.
 */
function readDepartures(tables: Sql, where: Sql, more?: Sql) {
  return sql<DepartureDetail & Partial<DepartureParks>>`
    with run as materialized (
      select t.id as trip_id, a.position as leg_from, b.position as leg_to, s.id as schedule_id, s.zone,
        ${departureAtStopSql} as departs_at,
        ${arrivalAtStopSql} as arrives_at,
        t.sales_close_at + a.departs_after_seconds * interval '1 second' as sales_close_at,
        extract(epoch from t.arrives_at - t.departs_at) as takes_seconds, t.status, t.plate, t.withdrawn_at,
        t.sales_closed_at, s.distance_km,
        ${seatFareSql} as seat_fare_kobo, s.park_fee_kobo, coalesce(t.amenities, s.amenities) as amenities, s.operator_id,
        coalesce(t.vehicle_type, s.vehicle_type) as vehicle_type,
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
      run.status in ('scheduled', 'boarding') and run.withdrawn_at is null
        and run.sales_closed_at is null and run.sales_close_at > now() as on_sale,
      run.sales_closed_at is not null as sales_closed,
      case when run.status = 'cancelled' then 'cancelled'
        when run.status in ('departed', 'completed') or run.departs_at <= now() then 'departed'
        else run.status end as status,
      run.plate,
      case when run.distance_km is not null then greatest(1, round(run.distance_km * extract(epoch from
        run.arrives_at - run.departs_at) / greatest(1, run.takes_seconds)))::int end as distance_km,
      run.seat_fare_kobo, run.park_fee_kobo, run.amenities,
      (cardinality(v.sellable) - claims.taken)::int as seats_left, (claims.taken - claims.sold)::int as seats_held,
      o.id as operator_id, o.code as operator_code, o.name as operator_name, o.logo as operator_logo,
      o.rating::float as operator_rating, o.reviews as operator_reviews,
      v.code as vehicle_code, v.name as vehicle_name, v.size as vehicle_size,
      cardinality(v.sellable) as vehicle_seats,
      ${end('start', 'from')}, ${end('finish', 'to')}${more === undefined ? sql`` : sql`, ${more}`}
    from run
    join operator o on o.id = run.operator_id
    join vehicle_type v on v.code = run.vehicle_type
    join park start on start.id = run.from_park_id
    join park finish on finish.id = run.to_park_id
    cross join lateral (${takenSeatsSql}) claims`
}

function end(alias: string, side: string): Sql {
  const columns = ['park', 'park_name', 'city', 'city_name', 'state'] as const
  return sql.join(
    columns.map((name) => sql`${sql.ref(`${alias}.${name}`)} as ${sql.ref(`${side}_${name}`)}`),
  )
}
