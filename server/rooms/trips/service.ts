import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { computeAdultTotal } from '#contract/fare'
import { saleDays } from '#contract/sale'
import type * as endpoints from '#contract/trips/endpoints'
import type { Context } from '#server/context'
import { formatLocalDay } from '#server/platform/local-time'
import { type TripCandidate, findTripCandidates } from './candidate-repository.ts'
import { type TripDayRow, findTripDays, findNearbyPairs } from './day-repository.ts'
import { type PlacePair, findPlacePair } from './legs-repository.ts'
import { findDepartures, findTripParts } from './departure-repository.ts'
import { findPlaces, findPageOfParks, findParksByCode } from './park-repository.ts'
import { countFacets, filterCandidates, findPartOfDay, sortCandidates } from './search.ts'
import { toListedTrip } from './summary.ts'
import { makeTripId } from './trip-id.ts'

const perPage = 20
/** The sum of the distances, km, by which both ends of a nearby route may differ from the requested ones. */
const nearbyKm = 100

type FindTrips = typeof endpoints.findTrips
/**
 * Returns trips from one place to another on a day, filtered, sorted, in pages of 20; those without enough seats come
 * last. Refuses unknown places, the same place twice, and days that are past or too far ahead.
 */
export async function findTrips(
  { db }: Context,
  query: Input<FindTrips>,
): Promise<ListAnswer<FindTrips>> {
  const { date, passengers, page } = query
  const pair = await findRequestedPair(db, query)
  refuseOtherDays(date, pair.from.today)
  const first = later(addDays(date, -3), pair.from.today)
  const lastOnSale = addDays(pair.from.today, saleDays)
  const [{ candidates, left, shown }, week] = await Promise.all([
    pageOf(db, pair, query),
    findTripDays(db, pair, {
      first,
      days: Math.min(7, daysFrom(first, lastOnSale) + 1),
      passengers,
    }),
  ])
  const hasSeats = (one: TripCandidate) => one.seats_left >= passengers
  const none = !candidates.some(hasSeats)
  const days = Math.min(14, daysFrom(date, lastOnSale))
  const after = { first: addDays(date, 1), days, passengers }
  return {
    data: shown,
    meta: {
      total: left.length,
      with_seats: left.filter(hasSeats).length,
      page,
      per_page: perPage,
      from: placeOf(pair.from),
      to: placeOf(pair.to),
      week: week.map(dayOf),
      facets: countFacets(candidates, query),
      next_days: none
        ? (await findTripDays(db, pair, after))
            .filter(({ trips }) => trips > 0)
            .slice(0, 5)
            .map(dayOf)
        : [],
      nearby: none ? await nearbyOf(db, pair, date) : [],
    },
  }
}

/** Returns all candidates; `left`: those that pass the filters, sorted; and `shown`: the cards of one page of these. */
async function pageOf(db: Context['db'], pair: PlacePair, query: Input<FindTrips>) {
  const candidates = await candidatesOf(db, pair, query)
  const left = sortCandidates(filterCandidates(candidates, query), query)
  const parts = left.slice((query.page - 1) * perPage, query.page * perPage)
  const cards = new Map((await findTripParts(db, parts)).map((one) => [makeTripId(one), one]))
  const shown = parts.flatMap((part) => cards.get(makeTripId(part)) ?? []).map(toListedTrip)
  return { candidates, left, shown }
}

/**
 * Returns the day's departures. If there are more than a search reads, returns only those of the requested hours and
 * operators.
 */
async function candidatesOf(
  db: Context['db'],
  pair: PlacePair,
  query: Input<FindTrips>,
): Promise<TripCandidate[]> {
  const { date, departs, operator: operators } = query
  const { candidates, has_more } = await findTripCandidates(db, pair, date)
  if (!has_more || (departs ?? operators) === undefined) return candidates
  const hours = departs && allHours.filter((hour) => departs.includes(findPartOfDay(hour)))
  return (await findTripCandidates(db, pair, date, { operators, hours })).candidates
}

const allHours = Array.from({ length: 24 }, (_, hour) => hour)

async function findRequestedPair(
  db: Context['db'],
  { from, to }: { from: string; to: string },
): Promise<PlacePair> {
  const places = await findPlaces(db, [from, to])
  const [start, end] = [from, to].map((code) => places.find((place) => place.code === code))
  if (start === undefined || end === undefined) {
    const unknown = 'We don’t serve this place yet.'
    throw makeRefusal('invalid_input', {
      fields: {
        ...(start === undefined && { from: unknown }),
        ...(end === undefined && { to: unknown }),
      },
    })
  }
  const insideOneCity =
    start.city_id === end.city_id && (start.park_id === null || end.park_id === null)
  if (from === to || insideOneCity) {
    throw makeRefusal('invalid_input', {
      fields: { to: `Your trip starts in ${start.name}. Choose another place to go.` },
    })
  }
  return findPlacePair(db, start, end)
}

function refuseOtherDays(date: string, today: string): void {
  if (date < today)
    throw makeRefusal('invalid_input', {
      fields: { date: 'That date has passed. Choose today or later.' },
    })
  if (date <= addDays(today, saleDays)) return
  const opens = formatLocalDay(addDays(date, -saleDays))
  const last = formatLocalDay(addDays(today, saleDays))
  throw makeRefusal('invalid_input', {
    fields: {
      date: `Tickets for this day go on sale on ${opens}. Choose a day until ${last}.`,
    },
  })
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function daysFrom(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000)
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function placeOf({ name, code, city_code }: PlacePair['from']) {
  return { name, code, city_code }
}

function dayOf({ date, trips, is_full, cheapest_kobo }: TripDayRow) {
  return {
    date,
    trips,
    is_full,
    fare_kobo: cheapest_kobo === null ? null : computeAdultTotal(cheapest_kobo, 0),
  }
}

async function nearbyOf(db: Context['db'], pair: PlacePair, date: string) {
  const rows = await findNearbyPairs(db, pair, date, nearbyKm)
  return rows.map(({ from_code, from_name, to_code, to_name, distance_km, trips }) => ({
    from: { name: from_name, code: from_code },
    to: { name: to_name, code: to_code },
    distance_km,
    trips,
  }))
}

/** Returns motor parks sorted by city and name, optionally of one city, in pages of 20. */
export async function listMotorParks(
  { db }: Context,
  { city, page }: Input<typeof endpoints.listMotorParks>,
): Promise<ListAnswer<typeof endpoints.listMotorParks>> {
  const { rows, total } = await findPageOfParks(db, city, {
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  return { data: rows, meta: { total, page, per_page: perPage } }
}

/** Returns one motor park. Throws `not_found`. */
export async function getMotorPark(
  { db }: Context,
  { park }: Input<typeof endpoints.getMotorPark>,
): Promise<Output<typeof endpoints.getMotorPark>> {
  return parkOf(db, park)
}

/** Returns departures from a motor park within two days, soonest first, 20 a page. */
export async function listDepartures(
  { db }: Context,
  { park, page }: Input<typeof endpoints.listDepartures>,
): Promise<ListAnswer<typeof endpoints.listDepartures>> {
  const { id } = await parkOf(db, park)
  const departures = await findDepartures(db, id, { limit: perPage, offset: (page - 1) * perPage })
  return { data: departures.map(toListedTrip), meta: { page, per_page: perPage } }
}

async function parkOf(db: Context['db'], code: string) {
  const [park] = await findParksByCode(db, [code])
  if (park === undefined) throw makeRefusal('not_found')
  return park
}
