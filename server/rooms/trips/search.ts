import type { Input } from '#contract/endpoint'
import type { findTrips } from '#contract/trips/endpoints'
import { vehicleSizes } from '#contract/lookups/rules'
import { amenities, partsOfDay } from '#contract/trips/rules'
import type { TripCandidate } from './candidate-repository.ts'
import { computeAdultPrice, toMinutes } from './summary.ts'

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

const filters: Record<Filter, (query: Query, candidate: TripCandidate) => boolean | undefined> = {
  operator: (query, candidate) => query.operator?.includes(candidate.operator_code),
  vehicle_size: (query, candidate) => query.vehicle_size?.includes(candidate.vehicle_size),
  amenity: (query, candidate) =>
    query.amenity?.every((amenity) => candidate.amenities.includes(amenity)),
  departs: (query, candidate) => query.departs?.includes(findPartOfDay(candidate.departs_hour)),
  park: (query, candidate) => query.park?.includes(candidate.from_park),
  max_fare_kobo: (query, candidate) =>
    query.max_fare_kobo === undefined
      ? undefined
      : (computeAdultPrice(candidate) ?? Infinity) <= query.max_fare_kobo,
  arrives_before: ({ arrives_before }, candidate) =>
    arrives_before === undefined ? undefined : candidate.arrives_minute < minuteOf(arrives_before),
}

/** Returns the minutes after midnight of a time such as `18:00`. */
function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

const filterNames = Object.keys(filters) as Filter[]

/** Returns the candidates that pass every filter of the query except `but`, for the facet of that filter. */
export function filterCandidates(
  candidates: readonly TripCandidate[],
  query: Query,
  but?: Filter,
): TripCandidate[] {
  const used = filterNames.filter((name) => name !== but)
  return candidates.filter((candidate) =>
    used.every((name) => filters[name](query, candidate) ?? true),
  )
}

const orders: Record<Query['sort'], (candidate: TripCandidate) => number> = {
  price: (candidate) => computeAdultPrice(candidate) ?? Infinity,
  departure: (candidate) => candidate.departs_ms,
  duration: (candidate) => toMinutes(candidate.arrives_ms - candidate.departs_ms),
  rating: (candidate) => -(candidate.operator_rating ?? 0),
}

/**
 * Sorts candidates as requested, then by departure. Unknown fares and unrated operators come last. Candidates with too
 * few seats follow after all others, in the same order.
 */
export function sortCandidates(
  candidates: readonly TripCandidate[],
  { sort, passengers }: Pick<Query, 'sort' | 'passengers'>,
): TripCandidate[] {
  const key = orders[sort]
  const isShort = (one: TripCandidate) => Number(one.seats_left < passengers)
  return candidates.toSorted(
    (a, b) =>
      isShort(a) - isShort(b) ||
      compare(key(a), key(b)) ||
      a.departs_ms - b.departs_ms ||
      compare(computeAdultPrice(a) ?? Infinity, computeAdultPrice(b) ?? Infinity) ||
      (a.trip_id < b.trip_id ? -1 : 1),
  )
}

// Compares two sort keys. Two unknown fares are equal: both are Infinity, and Infinity − Infinity would be NaN.
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/**
 * Returns the facets (for each value of a filter, how many trips match it and all other filters) and the fare range.
 */
export function countFacets(candidates: readonly TripCandidate[], query: Query) {
  const all = faresOf(candidates)
  const fares = faresOf(
    filterCandidates(candidates, query, 'max_fare_kobo').filter(
      (one) => one.seats_left >= query.passengers,
    ),
  )
  const each = <Code extends string>(
    name: Filter,
    codes: readonly Code[],
    has: (candidate: TripCandidate, code: Code) => boolean,
  ) => {
    const left = filterCandidates(candidates, query, name)
    return codes.map((code) => ({ code, trips: left.filter((one) => has(one, code)).length }))
  }
  // A trip must have all requested amenities, so the count of each amenity is of trips that also have all amenities
  // chosen before.
  const aboard = filterCandidates(candidates, query)
  return {
    operators: named(candidates, filterCandidates(candidates, query, 'operator'), (candidate) => [
      candidate.operator_code,
      candidate.operator_name,
    ]),
    parks: named(candidates, filterCandidates(candidates, query, 'park'), (candidate) => [
      candidate.from_park,
      candidate.from_park_name,
    ]),
    departs: each(
      'departs',
      partsOfDay,
      (candidate, part) => findPartOfDay(candidate.departs_hour) === part,
    ),
    vehicle_sizes: each(
      'vehicle_size',
      vehicleSizes,
      (candidate, size) => candidate.vehicle_size === size,
    ),
    amenities: amenities.map((code) => ({
      code,
      trips: aboard.filter((candidate) => candidate.amenities.includes(code)).length,
    })),
    daylight: filterCandidates(candidates, { ...query, arrives_before: '18:00' }).length,
    least_fare_kobo: fares.length === 0 ? null : Math.min(...fares),
    max_fare_kobo: all.length === 0 ? null : Math.max(...all),
  }
}

const faresOf = (candidates: readonly TripCandidate[]) =>
  candidates.map(computeAdultPrice).filter((fare) => fare !== null)

/** Returns each name among `candidates` with how many are `left`, the most first. */
function named(
  candidates: readonly TripCandidate[],
  left: readonly TripCandidate[],
  of: (candidate: TripCandidate) => [code: string, name: string],
) {
  const rows = new Map<string, { code: string; name: string; trips: number }>()
  for (const candidate of candidates) {
    const [code, name] = of(candidate)
    rows.set(code, { code, name, trips: 0 })
  }
  for (const candidate of left) {
    const row = rows.get(of(candidate)[0])
    if (row !== undefined) row.trips += 1
  }
  return [...rows.values()].toSorted((a, b) => b.trips - a.trips || a.name.localeCompare(b.name))
}
