import { adultTotalKobo } from '#contract/fare'
import type { ParkDetail, TripSummary } from '#contract/trips/model'
import type { Db } from '#server/db/client'
import { findDays } from './day-repository.ts'
import { pairOf } from './legs-repository.ts'
import { findNext, findParts, type NextDepartures } from './offer-repository.ts'
import { findPlaces, selectParks } from './park-repository.ts'
import { type Sellable, saleOfPart } from './sale-repository.ts'
import { summaryOf } from './summary.ts'
import { tripPartOf, wireTripId } from './trip-id.ts'

/** The part of a trip with a wire trip id (`{uuid}.{from}.{to}`), or undefined. */
export async function findSellable(db: Db, tripId: string): Promise<Sellable | undefined> {
  return saleOfPart(db, tripPartOf(tripId))
}

/** Summaries of parts of trips by their wire id, on sale or not; unknown ones are missing. */
export async function summarizeTrips(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, TripSummary>> {
  const offers = await findParts(db, [...new Set(ids)].map(tripPartOf))
  return new Map(offers.map((offer) => [wireTripId(offer), summaryOf(offer)]))
}

/** Motor parks by their code (`TripSummary.from.park.code`); unknown codes are missing. */
export async function findParks(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, ParkDetail>> {
  const rows = await selectParks(db, codes)
  return new Map(rows.map((park) => [park.code, park]))
}

/** The next departures between two places (codes of cities or motor parks), soonest first, full or not. */
export async function nextDepartures(
  db: Db,
  codes: { from: string; to: string },
  which: NextDepartures,
): Promise<TripSummary[]> {
  const places = await findPlaces(db, [codes.from, codes.to])
  const [from, to] = [codes.from, codes.to].map((code) => places.find((one) => one.code === code))
  if (from === undefined || to === undefined) return []
  return (await findNext(db, await pairOf(db, from, to), which)).map(summaryOf)
}

/**
 * The cheapest trips between two cities (by code) on `days` days (at most 14) from `first` on, without empty days;
 * `fare_kobo`: what one adult pays in all, null if unknown.
 */
export async function cheapestDays(
  db: Db,
  codes: { from: string; to: string },
  { first, days }: { first: string; days: number },
): Promise<{ date: string; trips: number; fare_kobo: number | null }[]> {
  const places = await findPlaces(db, [codes.from, codes.to])
  const [from, to] = [codes.from, codes.to].map((code) => places.find((one) => one.code === code))
  if (from === undefined || to === undefined) return []
  const rows = await findDays(db, await pairOf(db, from, to), { first, days, passengers: 1 })
  return rows
    .filter(({ trips }) => trips > 0)
    .map(({ date, trips, cheapest_kobo }) => ({
      date,
      trips,
      fare_kobo: cheapest_kobo === null ? null : adultTotalKobo(cheapest_kobo, 0),
    }))
}
