import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client'

/** The fare of one seat between two stops on the trip's day, in whole ₦50, kobo; null when not told. */
export const seatFare = sql`round(coalesce(f.amount_kobo, s.flat_fare_kobo) * t.fare_percent / 500000.0)::bigint * 5000`

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

/** The stops where a run can be boarded at `from` and left at `to`: rows of a and b. */
export function stopsOf({ from, to }: Pair): RawBuilder<unknown> {
  const at = (alias: string, place: PlaceRow) =>
    place.park_id === null
      ? sql`${sql.ref(`${alias}.city_id`)} = ${place.city_id}`
      : sql`${sql.ref(`${alias}.motor_park_id`)} = ${place.park_id}::uuid`
  return sql`schedule_stop a
    join schedule_stop b on b.schedule_id = a.schedule_id and b.position > a.position
    join schedule s on s.id = a.schedule_id
    where ${at('a', from)} and ${at('b', to)} and a.pick_up and b.drop_off`
}

/** Trips that are on sale between two places on one day, by the database's clock. */
export async function findOffers(db: Db, pair: Pair, date: string): Promise<Offer[]> {
  const { rows } = await offers(sql`
    select t.id as trip_id, p.leg_from, p.leg_to
    from (
      select s.id, a.position as leg_from, b.position as leg_to, a.departs_after_seconds as after,
        ${date}::date - (s.starts_at_seconds + a.departs_after_seconds) / 86400 as service_date
      from ${stopsOf(pair)}
    ) p
    join trip t on t.schedule_id = p.id and t.service_date = p.service_date
    where t.status in ('scheduled', 'boarding') and t.sales_close_at + p.after * interval '1 second' > now()
  `).execute(db)
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
  const { rows } = await offers(sql`
    select * from unnest(
      ${parts.map((part) => part.trip_id)}::uuid[],
      ${parts.map((part) => part.leg_from)}::int[],
      ${parts.map((part) => part.leg_to)}::int[]
    ) as part (trip_id, leg_from, leg_to)
    where leg_from < leg_to
  `).execute(db)
  return rows
}

/** What leaves a park within two days, soonest first, each to the last stop of its run. */
export async function findDepartures(
  db: Db,
  park_id: string,
  page: { limit: number; offset: number },
): Promise<Offer[]> {
  const { rows } = await offers(sql`
    select t.id as trip_id, a.position as leg_from,
      (select max(b.position) from schedule_stop b where b.schedule_id = a.schedule_id and b.drop_off) as leg_to
    from schedule_stop a
    join schedule s on s.id = a.schedule_id
    join trip t on t.schedule_id = s.id
      and t.service_date between (now() at time zone s.zone)::date - 2 and (now() at time zone s.zone)::date + 2
    where a.motor_park_id = ${park_id}::uuid and a.pick_up and t.status in ('scheduled', 'boarding')
      and a.position < (select max(b.position) from schedule_stop b where b.schedule_id = a.schedule_id and b.drop_off)
      and t.departs_at + a.departs_after_seconds * interval '1 second' between now() and now() + interval '2 days'
    order by t.departs_at + a.departs_after_seconds * interval '1 second', t.id
    limit ${page.limit} offset ${page.offset}
  `).execute(db)
  return rows.toSorted(
    (x, y) => x.departs_at.getTime() - y.departs_at.getTime() || (x.trip_id < y.trip_id ? -1 : 1),
  )
}

/** Everything about the parts of trips that `parts` (trip_id, leg_from, leg_to) selects. */
function offers(parts: RawBuilder<unknown>) {
  return sql<Offer>`
    with part as materialized (${parts})
    select t.id as trip_id, a.position as leg_from, b.position as leg_to, s.id as schedule_id,
      to_char(times.departs_at at time zone s.zone, 'YYYY-MM-DD') as service_date, s.zone,
      times.departs_at, times.arrives_at,
      extract(hour from times.departs_at at time zone s.zone)::int as departs_hour,
      extract(hour from times.arrives_at at time zone s.zone)::int as arrives_hour,
      times.sales_close_at,
      t.status in ('scheduled', 'boarding') and times.sales_close_at > now() as on_sale,
      case when t.status = 'cancelled' then 'cancelled'
        when t.status in ('departed', 'completed') or times.departs_at <= now() then 'departed'
        else t.status end as status,
      t.plate,
      greatest(1, round(s.distance_km * extract(epoch from times.arrives_at - times.departs_at)
        / greatest(1, extract(epoch from t.arrives_at - t.departs_at))))::int as distance_km,
      ${seatFare} as seat_fare_kobo, s.park_fee_kobo,
      (cardinality(v.sellable) - claims.taken)::int as seats_left, v.sellable,
      o.id as operator_id, o.code as operator_code, o.name as operator_name, o.logo as operator_logo,
      o.rating::float as operator_rating, o.reviews as operator_reviews,
      v.code as vehicle_code, v.name as vehicle_name, v.size as vehicle_size, v.seats as vehicle_seats, s.amenities,
      ac.code as from_city, ac.name as from_city_name, ast.name as from_state, ap.code as from_park, ap.name as from_park_name,
      bc.code as to_city, bc.name as to_city_name, bst.name as to_state, bp.code as to_park, bp.name as to_park_name
    from part
    join trip t on t.id = part.trip_id
    join schedule s on s.id = t.schedule_id
    join schedule_stop a on a.schedule_id = s.id and a.position = part.leg_from and a.pick_up
    join schedule_stop b on b.schedule_id = s.id and b.position = part.leg_to and b.drop_off
    join operator o on o.id = s.operator_id
    join vehicle_type v on v.code = s.vehicle_type
    join motor_park ap on ap.id = a.motor_park_id
    join motor_park bp on bp.id = b.motor_park_id
    join city ac on ac.id = a.city_id
    join city bc on bc.id = b.city_id
    join state ast on ast.code = ac.state_code
    join state bst on bst.code = bc.state_code
    left join fare f on f.schedule_id = s.id and f.leg_from = a.position and f.leg_to = b.position
    cross join lateral (
      select t.departs_at + a.departs_after_seconds * interval '1 second' as departs_at,
        t.departs_at + b.arrives_after_seconds * interval '1 second' as arrives_at,
        t.sales_close_at + a.departs_after_seconds * interval '1 second' as sales_close_at
    ) times
    cross join lateral (
      select count(distinct c.seat) as taken from seat_claim c
      where c.trip_id = t.id and c.leg >= a.position and c.leg < b.position
        and (c.expires_at is null or c.expires_at > now()) and c.seat = any (v.sellable)
    ) claims`
}
