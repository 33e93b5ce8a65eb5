import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import {
  selectDepartures,
  isOnSaleByTimeSql,
  selectLegs,
  maxDepartures,
  type DepartureFilter,
  type PlacePair,
  maxDeparturesSql,
} from './legs-repository.ts'
import {
  departureJoinsSql,
  departureAtStopSql,
  arrivalAtStopSql,
  seatFareSql,
  takenSeatsSql,
  type TripPart,
} from './departure-repository.ts'

/**
 * A departure for filters, sorting and facets. A search reads hundreds of candidates but displays only twenty, so the
 * data of cards is read later, for those twenty only.
 */
export interface TripCandidate extends TripPart {
  departs_ms: number
  arrives_ms: number
  departs_hour: number
  /** The arrival in minutes from local midnight of the day of departure. 1440 or more is on a later day. */
  arrives_minute: number
  seat_fare_kobo: number | null
  park_fee_kobo: number
  /** 0 while the operator has closed the departure's sales. */
  seats_left: number
  amenities: string[]
  operator_code: string
  operator_name: string
  operator_rating: number | null
  vehicle_size: 'small' | 'medium' | 'large'
  from_park: string
  from_park_name: string
}

/**
 * Returns trips on sale between two places on one day, by the database's clock, each once. Reads at most the first
 * `maxDepartures`; `has_more`: there may be others. Includes trips whose operator has closed their sales.
 */
export async function findTripCandidates(
  db: Db,
  pair: PlacePair,
  date: string,
  narrowed: DepartureFilter = {},
): Promise<{ candidates: TripCandidate[]; has_more: boolean }> {
  const found = sql`with ${selectLegs(pair)}
    ${selectDepartures(pair, sql`${date}::date`, isOnSaleByTimeSql, maxDeparturesSql, narrowed)}`
  // The materialized subquery keeps the planner from considering all join orders for every search.
  const { rows } = await sql<TripCandidate>`
    with run as materialized (
      select t.id as trip_id, a.position as leg_from, b.position as leg_to, ${departureAtStopSql} as departs_at,
        ${arrivalAtStopSql} as arrives_at, s.zone, ${seatFareSql} as seat_fare_kobo, s.park_fee_kobo,
        coalesce(t.amenities, s.amenities) as amenities, s.operator_id,
        coalesce(t.vehicle_type, s.vehicle_type) as vehicle_type, t.sales_closed_at, a.motor_park_id as from_park_id
      from ${departureJoinsSql(found)}
      left join fare f on f.schedule_id = s.id and f.leg_from = a.position and f.leg_to = b.position
    )
    select run.trip_id, run.leg_from, run.leg_to, (extract(epoch from run.departs_at) * 1000)::float8 as departs_ms,
      (extract(epoch from run.arrives_at) * 1000)::float8 as arrives_ms,
      extract(hour from run.departs_at at time zone run.zone)::int as departs_hour,
      (extract(epoch from (run.arrives_at at time zone run.zone)
        - date_trunc('day', run.departs_at at time zone run.zone)) / 60)::int as arrives_minute,
      run.seat_fare_kobo, run.park_fee_kobo, run.amenities,
      case when run.sales_closed_at is null then cardinality(v.sellable) - claims.taken else 0 end::int as seats_left,
      o.code as operator_code, o.name as operator_name, o.rating::float as operator_rating, v.size as vehicle_size,
      p.code as from_park, p.name as from_park_name
    from run
    join operator o on o.id = run.operator_id
    join vehicle_type v on v.code = run.vehicle_type
    join motor_park p on p.id = run.from_park_id
    cross join lateral (${takenSeatsSql}) claims`.execute(db)
  const seen = new Set<string>()
  const once = rows.filter(({ trip_id }) => !seen.has(trip_id) && seen.add(trip_id))
  return { candidates: once, has_more: rows.length === maxDepartures }
}
