import type { Input } from '#contract/endpoint'
import type { findTrips } from '#contract/trips/endpoints'
import { vehicleSizes } from '#contract/lookups/rules'
import { amenities, partsOfDay } from '#contract/trips/rules'
import type { Candidate } from './candidate-repository.ts'
import { priceForAdult, toMinutes } from './summary.ts'

type Query = Input<typeof findTrips>
type PartOfDay = (typeof partsOfDay)[number]
type Filter =
  | 'operator'
  | 'vehicle_size'
  | 'amenity'
  | 'departs'
  | 'park'
  | 'max_fare_kobo'
  | 'arrives_before'

/** Returns the part of the day by local time: early until 6, morning until noon, afternoon until 17, then evening. */
export function findPartOfDay(hour: number): PartOfDay {
  if (hour < 6) return 'early'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

const filters: Record<Filter, (query: Query, offer: Candidate) => boolean | undefined> = {
  operator: (query, offer) => query.operator?.includes(offer.operator_code),
  vehicle_size: (query, offer) => query.vehicle_size?.includes(offer.vehicle_size),
  amenity: (query, offer) => query.amenity?.every((amenity) => offer.amenities.includes(amenity)),
  departs: (query, offer) => query.departs?.includes(findPartOfDay(offer.departs_hour)),
  park: (query, offer) => query.park?.includes(offer.from_park),
  max_fare_kobo: (query, offer) =>
    query.max_fare_kobo === undefined
      ? undefined
      : (priceForAdult(offer) ?? Infinity) <= query.max_fare_kobo,
  arrives_before: ({ arrives_before }, offer) =>
    arrives_before === undefined ? undefined : offer.arrives_minute < minuteOf(arrives_before),
}

/** Returns the minutes after midnight of a time such as `18:00`. */
function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

const filterNames = Object.keys(filters) as Filter[]

/** Returns the offers that pass every filter of the query except `but`, for the facet of that filter. */
export function filterOffers(
  offers: readonly Candidate[],
  query: Query,
  but?: Filter,
): Candidate[] {
  const used = filterNames.filter((name) => name !== but)
  return offers.filter((offer) => used.every((name) => filters[name](query, offer) ?? true))
}

const orders: Record<Query['sort'], (offer: Candidate) => number> = {
  price: (offer) => priceForAdult(offer) ?? Infinity,
  departure: (offer) => offer.departs_ms,
  duration: (offer) => toMinutes(offer.arrives_ms - offer.departs_ms),
  rating: (offer) => -(offer.operator_rating ?? 0),
}

/** Sorts offers as requested, then by departure. Unknown fares and unrated operators come last. */
export function sortOffers(offers: readonly Candidate[], sort: Query['sort']): Candidate[] {
  const key = orders[sort]
  return offers.toSorted(
    (a, b) =>
      compare(key(a), key(b)) ||
      a.departs_ms - b.departs_ms ||
      compare(priceForAdult(a) ?? Infinity, priceForAdult(b) ?? Infinity) ||
      (a.trip_id < b.trip_id ? -1 : 1),
  )
}

// Compares two numbers. Infinity − Infinity is not a number, so two unknown fares are equal.
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** Returns the facets (how many trips each filter value leaves beside the other filters) and the fare range. */
export function countFacets(offers: readonly Candidate[], query: Query) {
  const all = faresOf(offers)
  const fares = faresOf(filterOffers(offers, query, 'max_fare_kobo'))
  const each = <Code extends string>(
    name: Filter,
    codes: readonly Code[],
    has: (offer: Candidate, code: Code) => boolean,
  ) => {
    const left = filterOffers(offers, query, name)
    return codes.map((code) => ({ code, trips: left.filter((one) => has(one, code)).length }))
  }
  // A trip must have all requested amenities, so a further one is counted together with those chosen.
  const aboard = filterOffers(offers, query)
  return {
    operators: named(offers, filterOffers(offers, query, 'operator'), (offer) => [
      offer.operator_code,
      offer.operator_name,
    ]),
    parks: named(offers, filterOffers(offers, query, 'park'), (offer) => [
      offer.from_park,
      offer.from_park_name,
    ]),
    departs: each(
      'departs',
      partsOfDay,
      (offer, part) => findPartOfDay(offer.departs_hour) === part,
    ),
    vehicle_sizes: each('vehicle_size', vehicleSizes, (offer, size) => offer.vehicle_size === size),
    amenities: amenities.map((code) => ({
      code,
      trips: aboard.filter((offer) => offer.amenities.includes(code)).length,
    })),
    daylight: filterOffers(offers, { ...query, arrives_before: '18:00' }).length,
    least_fare_kobo: fares.length === 0 ? null : Math.min(...fares),
    max_fare_kobo: all.length === 0 ? null : Math.max(...all),
  }
}

const faresOf = (offers: readonly Candidate[]) =>
  offers.map(priceForAdult).filter((fare) => fare !== null)

/** Returns each name among `offers` with how many are `left`, the most first. */
function named(
  offers: readonly Candidate[],
  left: readonly Candidate[],
  of: (offer: Candidate) => [code: string, name: string],
) {
  const rows = new Map<string, { code: string; name: string; trips: number }>()
  for (const offer of offers) {
    const [code, name] = of(offer)
    rows.set(code, { code, name, trips: 0 })
  }
  for (const offer of left) {
    const row = rows.get(of(offer)[0])
    if (row !== undefined) row.trips += 1
  }
  return [...rows.values()].toSorted((a, b) => b.trips - a.trips || a.name.localeCompare(b.name))
}
