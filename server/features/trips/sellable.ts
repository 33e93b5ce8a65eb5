import type { ParkDetail, TripSummary } from '#contract/trips'
import type { Db } from '#server/db/client'
import { findParts, type Offer } from './offer-repository.ts'
import { selectParks } from './park-repository.ts'
import { detailOfPart } from './trip-repository.ts'
import { partOf, summaryOf, wireId } from './summary.ts'

/** What a booking must know of a part of a trip before it takes seats. Times are instants. */
export interface Sellable {
  /** The departure's row id; `leg_from` and `leg_to` are stops, `legs` what lies between them. */
  trip_id: string
  schedule_id: string
  operator_id: string
  leg_from: number
  leg_to: number
  legs: number[]
  /** False once sale has closed by the database's clock or the trip no longer runs. */
  on_sale: boolean
  status: TripSummary['status']
  /** Adult fare of one seat without fees; null when the operator has told none. */
  seat_fare_kobo: number | null
  park_fee_kobo: number
  /** Seat numbers the marketplace may sell; the operator's counter has the others. */
  sellable: number[]
  service_date: string
  zone: string
  departs_at: Date
  arrives_at: Date
  sales_close_at: Date
  from_park: string
  to_park: string
  plate: string | null
  luggage: string
  insurer: string | null
  operator_phone: string | null
}

/** What is sold under a wire trip id (`{uuid}.{from}.{to}`), or undefined when there is no such part. */
export async function findSellable(db: Db, tripId: string): Promise<Sellable | undefined> {
  const part = partOf(tripId)
  const [offers, detail] = [await findParts(db, [part]), await detailOfPart(db, part)]
  const offer = offers[0]
  if (offer === undefined || detail === undefined) return undefined
  return {
    ...sellableOf(offer),
    luggage: detail.luggage,
    insurer: detail.insurer,
    operator_phone: detail.operator_phone,
  }
}

function sellableOf(offer: Offer) {
  const { trip_id, schedule_id, operator_id, leg_from, leg_to, on_sale, status, plate } = offer
  const { seat_fare_kobo, park_fee_kobo, sellable, service_date, zone, from_park, to_park } = offer
  const { departs_at, arrives_at, sales_close_at } = offer
  const legs = Array.from({ length: leg_to - leg_from }, (_, index) => leg_from + index)
  return {
    trip_id,
    schedule_id,
    operator_id,
    leg_from,
    leg_to,
    legs,
    on_sale,
    status,
    plate,
    seat_fare_kobo,
    park_fee_kobo,
    sellable,
    service_date,
    zone,
    from_park,
    to_park,
    departs_at,
    arrives_at,
    sales_close_at,
  }
}

/** Summaries of parts of trips by their wire id, on sale or not; what does not exist is missing. */
export async function summarizeTrips(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, TripSummary>> {
  const offers = await findParts(db, [...new Set(ids)].map(partOf))
  return new Map(offers.map((offer) => [wireId(offer), summaryOf(offer)]))
}

/** Motor parks by their code (`TripSummary.from.park.code`); unknown codes are missing. */
export async function findParks(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, ParkDetail>> {
  const rows = await selectParks(db, codes)
  return new Map(rows.map((park) => [park.code, park]))
}
