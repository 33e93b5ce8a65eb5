import { computeAdultTotal } from '#contract/fare'
import type { ParkDetail, TripSummary } from '#contract/trips/model'
import type { Db } from '#server/db/client'
import { findTripDays } from './day-repository.ts'
import { findPlacePair } from './legs-repository.ts'
import {
  findNextDepartures,
  findTripParts,
  findTripPartsWithParks,
  type NextDeparturesQuery,
} from './departure-repository.ts'
import { findPlaces } from './park-repository.ts'
import { type SellableTripPart, findSellableTripPart } from './sale-repository.ts'
import { toTripSummary } from './summary.ts'
import { parseTripId, makeTripId } from './trip-id.ts'

/** Returns the part of a trip with a wire id (`{uuid}.{from}.{to}`), on sale or not; undefined if there is none. */
export async function findSellableByWireId(
  db: Db,
  tripId: string,
): Promise<SellableTripPart | undefined> {
  return findSellableTripPart(db, parseTripId(tripId))
}

/** Returns summaries of parts of trips by their wire id, on sale or not; unknown ones are missing. */
export async function summarizeTrips(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, TripSummary>> {
  const departures = await findTripParts(db, [...new Set(ids)].map(parseTripId))
  return new Map(departures.map((departure) => [makeTripId(departure), toTripSummary(departure)]))
}

/** A part of a trip with everything about its two motor parks. */
export interface TripWithParks {
  trip: TripSummary
  from_park: ParkDetail
  to_park: ParkDetail
}

/** Returns parts of trips with their motor parks by their wire id, on sale or not; unknown ones are missing. */
export async function findTripsWithParks(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, TripWithParks>> {
  const departures = await findTripPartsWithParks(db, [...new Set(ids)].map(parseTripId))
  return new Map(
    departures.map((departure) => [
      makeTripId(departure),
      {
        trip: toTripSummary(departure),
        from_park: departure.from_park_detail,
        to_park: departure.to_park_detail,
      },
    ]),
  )
}

/** Returns the next departures between two places (codes of cities or motor parks), soonest first, full or not. */
export async function listNextDepartures(
  db: Db,
  codes: { from: string; to: string },
  query: NextDeparturesQuery,
): Promise<TripSummary[]> {
  const places = await findPlaces(db, [codes.from, codes.to])
  const [from, to] = [codes.from, codes.to].map((code) => places.find((one) => one.code === code))
  if (from === undefined || to === undefined) return []
  return (await findNextDepartures(db, await findPlacePair(db, from, to), query)).map(toTripSummary)
}

/**
 * Returns, for each day with trips between two cities (by code), how many trips there are and the lowest fare: from
 * `first` on, `days` days (at most 14). `fare_kobo`: what one adult pays in all; null if unknown.
 */
export async function listCheapestFares(
  db: Db,
  codes: { from: string; to: string },
  { first, days }: { first: string; days: number },
): Promise<{ date: string; trips: number; fare_kobo: number | null }[]> {
  const places = await findPlaces(db, [codes.from, codes.to])
  const [from, to] = [codes.from, codes.to].map((code) => places.find((one) => one.code === code))
  if (from === undefined || to === undefined) return []
  const rows = await findTripDays(db, await findPlacePair(db, from, to), {
    first,
    days,
    passengers: 1,
  })
  return rows
    .filter(({ trips }) => trips > 0)
    .map(({ date, trips, cheapest_kobo }) => ({
      date,
      trips,
      fare_kobo: cheapest_kobo === null ? null : computeAdultTotal(cheapest_kobo, 0),
    }))
}
