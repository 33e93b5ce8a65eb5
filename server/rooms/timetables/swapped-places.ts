import { type Point, measureKmBetween } from '#server/db/base/distances'
import type { FeedPark, KnownCity } from './feed-cities.ts'
import { type FeedFault, maxListedRows } from './faults.ts'
import { splitName } from './stop-names.ts'
import { zoneCities } from './zone-cities.ts'

/** Kilometres from a known city within which a place is plausible, as written and with its coordinates swapped. */
const reach = { written: 40, swapped: 20 }

type NamedPoint = Point & { name: string }

/**
 * Finds parks whose latitude and longitude look swapped: far from each known city as written, but in a city when
 * swapped. Nigeria's latitudes and longitudes have nearly the same range, so the numbers alone do not reveal a swap.
 * `refused`: the feed must be refused, since at least half of its parks look swapped, or one has the name of the city
 * in which it is when swapped. `named`: single suspicious parks, which may be right.
 */
export function findSwappedParks(
  parks: readonly FeedPark[],
  cities: readonly KnownCity[],
): { refused?: FeedFault; named?: FeedFault } {
  const known: NamedPoint[] = [...cities.filter(({ is_ours }) => is_ours), ...zoneCities.values()]
  const used = parks.filter(({ stops_there }) => stops_there > 0)
  const suspects = used.flatMap((park) => {
    if (findCity(park, known, reach.written) !== undefined) return []
    const turned = { latitude: park.longitude, longitude: park.latitude }
    const city = findCity(turned, known, reach.swapped)
    return city === undefined ? [] : [{ park, city, is_called: isCalled(park.name, city.name) }]
  })
  if (suspects.length === 0) return {}
  const isRefused =
    suspects.length * 2 >= used.length || suspects.some(({ is_called }) => is_called)
  const reason = isRefused
    ? 'latitude and longitude are swapped: with them the other way round this stop is where its city is'
    : 'latitude and longitude may be swapped: no city that we know is near, but one is with them the other way round'
  const rows = suspects
    .toSorted((a, b) => a.park.line - b.park.line)
    .slice(0, maxListedRows)
    .map(({ park, city }) => ({ line: park.line, value: `${park.name}, ${city.name}` }))
  const fault: FeedFault = { file: 'stops.txt', reason, total: suspects.length, rows }
  return isRefused ? { refused: fault } : { named: fault }
}

function findCity(point: Point, cities: readonly NamedPoint[], km: number): NamedPoint | undefined {
  // A degree of latitude is 111 km, so comparing latitudes first excludes most cities without trigonometry.
  return cities.find(
    (city) =>
      Math.abs(city.latitude - point.latitude) * 111 <= km && measureKmBetween(city, point) <= km,
  )
}

function isCalled(stop: string, city: string): boolean {
  const there = splitName(stop)
  return splitName(city).every((word) => there.includes(word))
}
