import type { PassengerTypePrice } from '#contract/fare'
import { saleDays } from '#contract/sale'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { passengerTypePricesSql } from '#server/rooms/lookups'
import { isOnSaleFromStopSql } from './legs-repository.ts'
import { type TripPart, departureAtStopSql, seatFareSql } from './departure-repository.ts'

/** The data of a part of a trip that a booking needs before it claims seats. */
export interface SellableTripPart extends TripPart {
  /** False if the sale has ended or was closed, or if the trip no longer runs, by the database's clock. */
  on_sale: boolean
  /** Whether the operator has closed the trip's sales by hand. */
  sales_closed: boolean
  /**
   * True if the traveller boards after the last day for which tickets are sold. The waitlist may still offer seats for
   * such days.
   */
  is_too_early: boolean
  /** The adult fare of one seat without fees, kobo; null if unknown. */
  seat_fare_kobo: number | null
  park_fee_kobo: number
  /** Seats that we may sell. The operator's counter sells the others. */
  sellable: number[]
  operator_id: string
  operator_phone: string | null
  passenger_types: PassengerTypePrice[]
}

/** Returns a part of a trip, on sale or not; undefined if there is none. */
export async function findSellableTripPart(
  db: Db,
  part: TripPart,
): Promise<SellableTripPart | undefined> {
  const { rows } = await sql<SellableTripPart>`
    select t.id as trip_id, a.position as leg_from, b.position as leg_to,
      ${isOnSaleFromStopSql} as on_sale, t.sales_closed_at is not null as sales_closed,
      ((${departureAtStopSql}) at time zone s.zone)::date > (now() at time zone s.zone)::date + ${saleDays}::int as is_too_early,
      ${seatFareSql} as seat_fare_kobo, s.park_fee_kobo, v.sellable, s.operator_id,
      (select o.phone from operator o where o.id = s.operator_id) as operator_phone,
      ${passengerTypePricesSql} as passenger_types
    from trip t
    join schedule s on s.id = t.schedule_id
    join schedule_stop a on a.schedule_id = s.id and a.position = ${part.leg_from} and a.pick_up
    join schedule_stop b on b.schedule_id = s.id and b.position = ${part.leg_to} and b.drop_off
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    left join fare f on f.schedule_id = s.id and f.leg_from = a.position and f.leg_to = b.position
    where t.id = ${part.trip_id}::uuid and a.position < b.position`.execute(db)
  return rows[0]
}
