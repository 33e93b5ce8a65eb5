import type { City, Place } from '#contract/lookups/model'
import { foldAccents } from '#lib/format'
import { type Town, towns } from './towns.ts'

/** A place with its distance from another one, in a straight line. */
export interface NearPlace {
  place: Place
  km: number
}

type Position = Pick<Town, 'latitude' | 'longitude'>

/** A city of the lookup lists. The cities of the specification, which replace a missing list, have no position. */
export type ListedCity = Pick<City, 'code' | 'name'> & Partial<Position>

/** The largest distance of a suggested city, km: nobody travels farther to take a bus. */
const reach_km = 150

/** Returns the town without a bus whose name is the typed text or, from four letters on, begins with it. */
export function findTown(text: string): (Town & { is_exact: boolean }) | undefined {
  const folded = foldToAlphabet(text)
  const exact = towns.find(({ name }) => foldToAlphabet(name) === folded)
  const begun =
    folded.length < 4
      ? undefined
      : towns.find(({ name }) => foldToAlphabet(name).startsWith(folded))
  const town = exact ?? begun
  return town && { ...town, is_exact: exact !== undefined }
}

const foldToAlphabet = (text: string) => foldAccents(text).replaceAll(/[^\p{L}]+/gu, '')

/** Returns the position of a city by its code; undefined if the lists do not contain it. */
export function findPosition(cities: readonly ListedCity[], code: string): Position | undefined {
  const city = cities.find((one) => one.code === code)
  return city?.latitude === undefined || city.longitude === undefined
    ? undefined
    : { latitude: city.latitude, longitude: city.longitude }
}

/** Returns the three cities among `places` that are nearest to a position, at most 150 km away, nearest first. */
export function listNearest(
  here: Position,
  places: readonly Place[],
  cities: readonly ListedCity[],
): NearPlace[] {
  return places
    .flatMap((place) => {
      const there = place.kind === 'city' ? findPosition(cities, place.code) : undefined
      return there === undefined ? [] : { place, km: measureKm(here, there) }
    })
    .filter(({ km }) => km <= reach_km)
    .toSorted((a, b) => a.km - b.km)
    .slice(0, 3)
}

/** Measures a distance in a straight line, rounded to 5 km: the positions are not more exact. */
function measureKm(a: Position, b: Position): number {
  const narrowing = Math.cos(((a.latitude + b.latitude) / 2) * (Math.PI / 180))
  const degrees = Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * narrowing)
  return Math.max(5, Math.round((degrees * 111) / 5) * 5)
}
