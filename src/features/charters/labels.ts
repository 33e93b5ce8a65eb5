import { formatCount, formatRating } from '#contract/quantities'
import type { Charter } from '#contract/charters/trips/model'
import type { occasions } from '#contract/charters/rules'
import { computeDay, formatDay, formatDayOfAnyYear, formatDayShort, formatTime } from '#lib/format'

const kind: Record<Charter['kind'], string> = {
  one_way: 'One way',
  round_trip: 'There and back',
  days: 'By the day',
  airport: 'Airport',
}

const occasion: Record<(typeof occasions)[number], string> = {
  wedding: 'Wedding',
  burial: 'Burial',
  church: 'Church or mosque',
  school: 'School trip',
  camp: 'Camp',
  company: 'Company',
  other: 'Something else',
}

/** `25 Nov 2026`, or `Wed 25 Nov to Fri 27 Nov`. */
const days = ({ from, until }: { from: string; until: string }) =>
  from === until
    ? formatDay(from)
    : `${formatDayShort(from, false)} to ${formatDayOfAnyYear(until, false)}`

/** `Wed 3 Feb 2027, 7:00 AM`. */
const start = (at: string) => `${formatDayOfAnyYear(computeDay(at), false)}, ${formatTime(at)}`

/** `Lagos → Enugu → Owerri`; for a round trip `Lagos ⇄ Enugu`; for a single place `In Lagos`. */
function route(journey: { stops: readonly { city: string }[]; kind: string }): string {
  const names = journey.stops.map(({ city }) => city)
  if (names.length === 1) return `In ${names[0] ?? ''}`
  return names.join(journey.kind === 'round_trip' ? ' ⇄ ' : ' → ')
}

/** `1 traveller`, `45 travellers`. */
const travellers = (count: number) => formatCount(count, 'traveller')

const whoseRating = { operator: 'Operator', vehicle: 'Vehicle' } as const

/**
 * `Vehicle ★ 4.3 (31)`, or `No reviews of this vehicle yet`. An offer shows one for its operator and one for its
 * vehicle.
 */
const rating = (whose: keyof typeof whoseRating, stars: number | null, reviews: number) =>
  stars === null
    ? `No reviews of this ${whose} yet`
    : `${whoseRating[whose]} ${formatRating(stars, reviews)}`

/** `Driver included · fuel included · Air conditioning`: what comes with a vehicle. */
const included = (fuel: boolean, amenities: readonly { name: string }[]) =>
  [
    'Driver included',
    `fuel ${fuel ? '' : 'not '}included`,
    ...amenities.map(({ name }) => name),
  ].join(' · ')

/** Functions that describe vehicles and journeys in text, for all screens. */
export const charterLabels = {
  days,
  included,
  kind,
  occasion,
  rating,
  route,
  start,
  travellers,
}
