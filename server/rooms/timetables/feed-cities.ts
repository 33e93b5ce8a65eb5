import { type Point, measureKmBetween } from '#server/db/base/distances'
import { findPlaceName, findSharedName, splitName } from './stop-names.ts'
import { zoneCities } from './zone-cities.ts'

/**
 * A motor park of a feed. `line`: its line in stops.txt. `stops_there`: the number of stop times at it in the feed.
 * `city_id`: its city from an earlier import, or null.
 */
export type FeedPark = {
  line: number
  park_key: string
  name: string
  latitude: number
  longitude: number
  stops_there: number
  city_id: number | null
}

/** An existing city. `is_ours`: it is from our own lists, not made for a timetable. */
export type KnownCity = {
  id: number
  name: string
  latitude: number
  longitude: number
  zone: string
  is_ours: boolean
}

/** A city made from the feed's stops. */
export type NewCity = {
  name: string
  latitude: number
  longitude: number
  zone: string
  parks: string[]
}

/** The cities of a feed's parks: `known` has the id of an existing city by `park_key`, `made` the new cities. */
export type CityAssignment = { known: Map<string, number>; made: NewCity[] }

/**
 * The largest distance of a park from the middle of its city, km. `ours`: a city of our base list in the time zone of
 * the feed; `other`: any other listed city; `made`: a city that the import creates around the parks of the feed.
 */
const reach = { ours: 40, other: 15, made: 30 }
/**
 * Parks are linked by squares of 0.03 degrees (3 km), so that the time grows linearly with their number. Parks in
 * neighbouring squares are linked (`any`); parks up to 4 squares apart are linked if their names begin with the same
 * word (`alike`).
 */
const side = 0.03
const link = { any: 1, alike: 4 }

/**
 * Assigns a city to each park of a feed. A park gets the nearest existing city: one of ours in the feed's zone up to 40
 * km away, any other up to 15 km. The remaining parks make new cities: first around the cities after which time zones
 * are named, then around the busiest park. Such a city includes parks within about 5 km of a member (13 km if the first
 * word is the same) and within 30 km of the middle. A park keeps the city of an earlier import within 40 km. The result
 * does not depend on the order of rows.
 */
export function assignParks(
  parks: readonly FeedPark[],
  cities: readonly KnownCity[],
  zone: string,
): CityAssignment {
  const known = new Map<string, number>()
  const free = new Map<string, FeedPark>()
  const byId = new Map(cities.map((city) => [city.id, city]))
  const nearBy = squaresOf(cities, 0.5)
  for (const park of parks) {
    const kept = park.city_id === null ? undefined : byId.get(park.city_id)
    const isKept = kept !== undefined && measureKmBetween(kept, park) <= reach.ours
    const city = isKept ? kept : nearest(park, around(nearBy, park, 0.5, 1), zone)
    if (city) known.set(park.park_key, city.id)
    else free.set(park.park_key, park)
  }
  return { known, made: makeCities(free, zone) }
}

function nearest(park: FeedPark, cities: readonly KnownCity[], zone: string) {
  let best: { city: KnownCity; km: number } | undefined
  for (const city of cities) {
    const km = measureKmBetween(city, park)
    const limit = city.is_ours && city.zone === zone ? reach.ours : reach.other
    const isNearer = !best || km < best.km || (km === best.km && city.id < best.city.id)
    if (km <= limit && isNearer) best = { city, km }
  }
  return best?.city
}

function makeCities(free: Map<string, FeedPark>, zone: string): NewCity[] {
  const squares = parkSquares([...free.values()])
  const order = [...free.values()].toSorted(
    (a, b) => b.stops_there - a.stops_there || (a.park_key < b.park_key ? -1 : 1),
  )
  const made: NewCity[] = []
  const first = [...zoneCities.keys()].filter((name) => name === zone)
  for (const cityZone of new Set([...first, ...zoneCities.keys()])) {
    const called = zoneCities.get(cityZone)
    const heart = called && closest(free, called, 10)
    if (!called || !heart) continue
    const members = grow(heart, called, free, squares)
    made.push({ ...called, zone: cityZone, parks: members.map(({ park_key }) => park_key) })
  }
  for (const park of order) {
    if (!free.has(park.park_key)) continue
    const members = grow(park, park, free, squares)
    const { latitude, longitude } = park
    const keys = members.map(({ park_key }) => park_key)
    made.push({ name: nameOf(members), latitude, longitude, zone, parks: keys })
  }
  return apart(made)
}

/** Returns the park that is nearest to a point; undefined if there is none within `km`. */
function closest(parks: Map<string, FeedPark>, to: Point, km: number): FeedPark | undefined {
  const near = [...parks.values()].filter((park) => measureKmBetween(park, to) <= km)
  return near.toSorted(
    (a, b) =>
      measureKmBetween(a, to) - measureKmBetween(b, to) || (a.park_key < b.park_key ? -1 : 1),
  )[0]
}

/** Removes from `free` the first park and all parks that are linked to it, and returns them, the first park first. */
function grow(
  first: FeedPark,
  middle: Point,
  free: Map<string, FeedPark>,
  { any, alike }: ParkSquares,
): FeedPark[] {
  const members = [first]
  const looked = new Set<string>()
  free.delete(first.park_key)
  const take = (squares: Squares<FeedPark>, keys: string[]) => {
    for (const key of keys) {
      const left: FeedPark[] = []
      for (const park of squares.get(key) ?? []) {
        if (!free.has(park.park_key)) continue
        if (measureKmBetween(park, middle) > reach.made) left.push(park)
        else if (free.delete(park.park_key)) members.push(park)
      }
      squares.set(key, left)
    }
  }
  for (let next = 0; next < members.length; next += 1) {
    const from = members[next] ?? first
    for (const [squares, steps, word] of [
      [any, link.any, ''],
      [alike, link.alike, headOf(from)],
    ] as const) {
      const here = squareOf(from, side, [0, 0], word)
      if (looked.has(here)) continue
      looked.add(here)
      take(squares, keysAround(from, side, steps, word))
    }
  }
  return members
}

const heads = new WeakMap<FeedPark, string>()
function headOf(park: FeedPark): string {
  const known = heads.get(park)
  if (known !== undefined) return known
  const head = splitName(findPlaceName(park.name))[0] ?? park.park_key
  heads.set(park, head)
  return head
}

/**
 * Returns the common beginning of the names of at least half of the stops; otherwise that of the stops whose names
 * begin like the busiest one's.
 */
function nameOf(members: readonly FeedPark[]): string {
  const [first] = members
  if (first === undefined) return ''
  const groups = Map.groupBy(members, headOf)
  const most = [...groups.values()].find((group) => group.length * 2 >= members.length)
  const alike = most ?? groups.get(headOf(first)) ?? [first]
  const places = alike.map(({ name }) => findPlaceName(name))
  return (alike.length > 1 ? findSharedName(places) : undefined) ?? places[0] ?? first.name
}

/** Adds numbers to cities with equal names. */
function apart(cities: readonly NewCity[]): NewCity[] {
  const seen = new Map<string, number>()
  return cities.map((city) => {
    const plain = splitName(city.name).join(' ')
    const nth = (seen.get(plain) ?? 0) + 1
    seen.set(plain, nth)
    return nth === 1 ? city : { ...city, name: `${city.name} ${nth}` }
  })
}

type Squares<T> = Map<string, T[]>
type ParkSquares = { any: Squares<FeedPark>; alike: Squares<FeedPark> }

function parkSquares(parks: readonly FeedPark[]): ParkSquares {
  const sorted = parks.toSorted((a, b) => (a.park_key < b.park_key ? -1 : 1))
  return { any: squaresOf(sorted, side), alike: squaresOf(sorted, side, headOf) }
}

/** Groups points by squares of `size` degrees and by the word that `wordOf` returns. */
function squaresOf<T extends Point>(
  points: readonly T[],
  size: number,
  wordOf: (point: T) => string = () => '',
): Squares<T> {
  const squares: Squares<T> = new Map()
  for (const point of points) {
    const key = squareOf(point, size, [0, 0], wordOf(point))
    const there = squares.get(key)
    if (there) there.push(point)
    else squares.set(key, [point])
  }
  return squares
}

function squareOf(point: Point, size: number, [up, right]: [number, number], word = ''): string {
  return `${Math.floor(point.latitude / size) + up} ${Math.floor(point.longitude / size) + right} ${word}`
}

function keysAround(point: Point, size: number, steps: number, word = ''): string[] {
  const reached = Array.from({ length: 2 * steps + 1 }, (_, step) => step - steps)
  return reached.flatMap((up) => reached.map((right) => squareOf(point, size, [up, right], word)))
}

function around<T>(squares: Squares<T>, point: Point, size: number, steps: number): T[] {
  return keysAround(point, size, steps).flatMap((key) => squares.get(key) ?? [])
}
