import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { saleDays } from '#contract/sale'
import type {
  getRoute as getRouteEndpoint,
  listRoutes as listRoutesEndpoint,
} from '#contract/trips/endpoints'
import type { CityRoute } from '#contract/trips/model'
import type { Context } from '#server/context'
import { findPageOfRoutes } from './address-repository.ts'
import { type TripCandidate, findTripCandidates } from './candidate-repository.ts'
import { findTripDays } from './day-repository.ts'
import { type FromPrice, findFromPrices } from './from-price.ts'
import { type PlacePair, findPlacePair } from './legs-repository.ts'
import { findCities } from './park-repository.ts'
import { summarizeTrips } from './sellable.ts'
import { toMinutes } from './summary.ts'
import { makeTripId } from './trip-id.ts'

/** The number of days that are searched for the next departures. */
const daysAhead = 14

/**
 * Returns a route between two cities with its first day from tomorrow on, since today's first buses may have left.
 * Throws `not_found` for places that are not cities, for the same city twice, and without a connection.
 */
export async function getRoute(
  { db }: Context,
  { from, to }: Input<typeof getRouteEndpoint>,
): Promise<CityRoute> {
  const cities = await findCities(db, [from, to])
  const [start, end] = [from, to].map((code) => cities.find((city) => city.code === code))
  if (start === undefined || end === undefined || start === end) throw makeRefusal('not_found')
  const pair = await findPlacePair(db, start, end)
  const days = await findTripDays(db, pair, {
    first: addDays(start.today, 1),
    days: Math.min(daysAhead, saleDays),
    passengers: 1,
  })
  const date = days.find(({ trips }) => trips > 0)?.date
  const { candidates: trips, has_more } =
    date === undefined
      ? { candidates: [], has_more: false }
      : await findTripCandidates(db, pair, date)
  if (trips.length === 0) await refuseUnknown(db, pair)
  const [first] = trips
  const id = first && makeTripId(first)
  const card = id === undefined ? undefined : (await summarizeTrips(db, [id])).get(id)
  const prices = await findFromPrices(db, pair)
  return {
    from: { name: start.name, code: start.code, state: start.state },
    to: { name: end.name, code: end.code, state: end.state },
    date: date ?? null,
    zone: start.zone,
    departures: trips.length,
    distance_km: card?.distance_km ?? null,
    minutes: middle(trips.map(({ arrives_ms, departs_ms }) => toMinutes(arrives_ms - departs_ms))),
    first_at: atOf(trips, Math.min),
    // Of a crowded day, only the first departures are read.
    last_at: has_more ? null : atOf(trips, Math.max),
    fare_from_kobo: prices[0]?.fare_kobo ?? null,
    fare_from_date: prices[0]?.date ?? null,
    operators: operatorsOf(trips, prices),
    parks: parksOf(trips),
  }
}

/** Returns routes between cities by name, optionally of one city, in pages. */
export async function listRoutes(
  { db }: Context,
  { from, page, per_page }: Input<typeof listRoutesEndpoint>,
): Promise<ListAnswer<typeof listRoutesEndpoint>> {
  const offset = (page - 1) * per_page
  const { rows, total } = await findPageOfRoutes(db, from, { limit: per_page, offset })
  return { data: rows, meta: { total, page, per_page } }
}

async function refuseUnknown(db: Context['db'], pair: PlacePair): Promise<void> {
  const later = await findTripDays(db, pair, { first: pair.from.today, days: 1, passengers: 1 })
  if (later.every(({ trips }) => trips === 0)) throw makeRefusal('not_found')
}

function atOf(trips: readonly TripCandidate[], pick: (...of: number[]) => number): string | null {
  if (trips.length === 0) return null
  return new Date(pick(...trips.map(({ departs_ms }) => departs_ms))).toISOString()
}

/** Returns the median, so that a single slow coach has no effect. */
function middle(minutes: number[]): number | null {
  return minutes.toSorted((a, b) => a - b)[Math.floor(minutes.length / 2)] ?? null
}

/** Returns the operators that run on the day or have a price “from”, the most departures of the day first. */
function operatorsOf(
  trips: readonly TripCandidate[],
  prices: readonly FromPrice[],
): CityRoute['operators'] {
  const onDay = trips.map(({ operator_code, operator_name, operator_rating }) => ({
    code: operator_code,
    name: operator_name,
    rating: operator_rating,
  }))
  const all = [...onDay, ...prices.map(({ operator }) => operator)]
  return [...new Map(all.map((one) => [one.code, one])).values()]
    .map((one) => {
      const own = trips.filter(({ operator_code }) => operator_code === one.code)
      const price = prices.find(({ operator }) => operator.code === one.code)
      return {
        ...one,
        departures: own.length,
        first_at: atOf(own, Math.min),
        fare_from_kobo: price?.fare_kobo ?? null,
        fare_from_date: price?.date ?? null,
      }
    })
    .toSorted((a, b) => b.departures - a.departures || (a.name < b.name ? -1 : 1))
}

function parksOf(trips: readonly TripCandidate[]): CityRoute['parks'] {
  const found = Map.groupBy(trips, ({ from_park }) => from_park)
  return [...found]
    .map(([code, own]) => ({ code, name: own[0]?.from_park_name ?? code, departures: own.length }))
    .toSorted((a, b) => b.departures - a.departures || (a.name < b.name ? -1 : 1))
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
