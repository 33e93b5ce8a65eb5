import type { Charter } from '#contract/charters/model'
import type { CharterRequest } from '#contract/charters/requests'
import type { occasions } from '#contract/charters/states'
import { dayOf, showDay, showDayShort, showTime, today } from '#lib/format'

export const kindWords: Record<Charter['kind'], string> = {
  one_way: 'One way',
  round_trip: 'There and back',
  days: 'By the day',
  airport: 'Airport',
}

export const occasionWords: Record<(typeof occasions)[number], string> = {
  wedding: 'Wedding',
  burial: 'Burial',
  church: 'Church or mosque',
  school: 'School trip',
  camp: 'Camp',
  company: 'Company',
  other: 'Something else',
}

export const stateWords: Record<Charter['state'], string> = {
  awaiting_payment: 'Not paid yet',
  booked: 'Booked, balance to pay',
  paid: 'Booked and paid',
  under_way: 'On the road',
  completed: 'Finished',
  expired: 'Not paid in time',
  lapsed: 'Cancelled: the balance was not paid',
  cancelled: 'Cancelled by you',
  operator_cancelled: 'Cancelled by the operator',
}

export const requestWords: Record<CharterRequest['state'], string> = {
  open: 'Operators can make offers',
  accepted: 'You accepted an offer',
  withdrawn: 'Cancelled by you',
  expired: 'Closed: no offer was accepted in time',
}

/** `Wed 25 Nov`, and the year where it is not this one. */
const dayWords = (day: string) =>
  showDayShort(day, false) + (day.slice(0, 4) === today().slice(0, 4) ? '' : ` ${day.slice(0, 4)}`)

/** `25 Nov 2026`, or `Wed 25 Nov to Fri 27 Nov`. */
export const daysWords = ({ from, until }: { from: string; until: string }) =>
  from === until ? showDay(from) : `${showDayShort(from, false)} to ${dayWords(until)}`

/** `Wed 3 Feb 2027, 7:00 AM`. */
export const startWords = (at: string) => `${dayWords(dayOf(at))}, ${showTime(at)}`

/** `Lagos → Enugu → Owerri`; where it is only one place, `In Lagos`. */
export function roadWords({ stops, kind }: { stops: readonly { city: string }[]; kind: string }) {
  const names = stops.map(({ city }) => city)
  if (names.length === 1) return `In ${names[0] ?? ''}`
  return names.join(kind === 'round_trip' ? ' ⇄ ' : ' → ')
}

/** The charter's name in lists and headings. */
export function charterTitle(charter: Pick<Charter, 'flight' | 'stops' | 'kind'>): string {
  const { flight } = charter
  if (flight === null) return roadWords(charter)
  return flight.direction === 'pick_up'
    ? `${flight.airport.name} → ${flight.zone}`
    : `${flight.zone} → ${flight.airport.name}`
}

/** `1 traveller`, `45 travellers`. */
export const travellersWords = (many: number) => (many === 1 ? '1 traveller' : `${many} travellers`)

/** Stars in a few characters; null where nobody has said anything yet. */
export const ratingWords = (rating: number | null, reviews: number) =>
  rating === null ? 'No reviews yet' : `★\u00a0${rating.toFixed(1)} (${reviews})`

/** A vehicle's equipment: `Driver included · fuel included · Air conditioning`. */
export const includedWords = (fuel: boolean, amenities: readonly { name: string }[]) =>
  [
    'Driver included',
    `fuel ${fuel ? '' : 'not '}included`,
    ...amenities.map(({ name }) => name),
  ].join(' · ')

/** How vehicles, journeys and their hire are spoken of, for the rooms beside this one. */
export const charterWords = {
  days: daysWords,
  included: includedWords,
  kind: kindWords,
  occasion: occasionWords,
  rating: ratingWords,
  road: roadWords,
}
