import { cities } from './places.ts'

/** Distances by road in kilometres, from the World Food Programme logistics assessment and other published lists. */
const known = new Map(
  `
abuja lagos 747 · abuja port-harcourt 647 · abuja enugu 475 · abuja kaduna 188 · abuja kano 445 · abuja maiduguri 853
abuja bauchi 462 · lagos port-harcourt 616 · lagos enugu 560 · lagos kaduna 897 · lagos kano 1130 · lagos maiduguri 1698
lagos bauchi 1206 · port-harcourt enugu 227 · port-harcourt kaduna 789 · port-harcourt kano 1022 · enugu kaduna 614
enugu kano 847 · kaduna kano 235 · kaduna maiduguri 804 · kaduna bauchi 402 · kano maiduguri 564 · kano bauchi 319
maiduguri bauchi 412 · lagos ibadan 128 · lagos benin-city 320 · lagos calabar 680 · abuja jos 300 · lagos abeokuta 100
lagos ilorin 300 · lagos akure 310 · lagos warri 410 · lagos asaba 440 · lagos onitsha 450 · lagos owerri 545
lagos aba 600 · lagos uyo 690 · lagos jos 930 · abuja lokoja 195 · abuja minna 150 · abuja makurdi 290
abuja benin-city 450 · abuja onitsha 430 · abuja owerri 560 · abuja ilorin 480 · abuja sokoto 700 · abuja yola 730
benin-city onitsha 135 · onitsha enugu 107 · onitsha owerri 95 · owerri port-harcourt 105 · aba port-harcourt 65
port-harcourt uyo 130 · port-harcourt calabar 215 · port-harcourt warri 195 · uyo calabar 90 · enugu makurdi 250
kano katsina 170 · kano sokoto 540 · jos bauchi 130 · maiduguri damaturu 130 · ibadan ilorin 160 · asaba onitsha 12
benin-city asaba 130`
    .trim()
    .split(/ · |\n/)
    .map((line) => {
      const [a = '', b = '', km = ''] = line.split(' ')
      return [keyOf(a, b), Number(km)]
    }),
)

function keyOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

const byCode = new Map(cities.map((city) => [city.code, city]))

/** A position in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** A city by its code and the position of its centre. */
export interface CityPosition extends Point {
  code: string
}

/** Returns the kilometres in a straight line between two cities of the base lists. */
export function measureStraightKm(a: string, b: string): number {
  const [from, to] = [byCode.get(a), byCode.get(b)]
  if (from === undefined || to === undefined) throw new Error(`unknown city: ${a} or ${b}`)
  return measureKmBetween(from, to)
}

/** Returns the kilometres in a straight line; `straight_km()` computes the same in SQL. */
export function measureKmBetween(from: Point, to: Point): number {
  const rad = Math.PI / 180
  const half = (value: number) => Math.sin((value * rad) / 2) ** 2
  const chord =
    half(to.latitude - from.latitude) +
    Math.cos(from.latitude * rad) *
      Math.cos(to.latitude * rad) *
      half(to.longitude - from.longitude)
  return 12_742 * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/**
 * Returns the kilometres by road between two cities: the published distance, or else the straight line plus 27 %. Never
 * less than the straight line.
 */
export function measureRouteKm(from: CityPosition, to: CityPosition): number {
  const straight = measureKmBetween(from, to)
  const figure = known.get(keyOf(from.code, to.code)) ?? Math.round(straight * 1.27)
  return Math.max(figure, Math.ceil(straight))
}
