import { formatKm } from '#contract/quantities'
import { makeFieldRefusal } from '#contract/errors'
import { drivingKmPerDay } from '#contract/charters/market/rules'
import { charterDaysAhead, maxCharterDays } from '#contract/charters/rules'
import type { CharterQuote } from '#contract/charters/market/model'
import { readClock } from '#server/db/clock'
import type { Db } from '#server/db/client'
import { type CityPosition, measureRouteKm } from '#server/db/base/distances'
import { type JourneyCity, findCities } from './journey-repository.ts'
import { toDay, addDays, countDays } from './times.ts'

/** Places and days as requested. */
export interface RequestedJourney {
  kind: 'one_way' | 'round_trip' | 'days'
  stops: readonly { city: string; address?: string | undefined }[]
  from: string
  until: string
}

/** `code` and `city`: the code and the name of the city. */
export interface JourneyStop {
  code: string
  city: string
  address: string | null
}

/** A journey by road. `until` is later than requested if the distance needs more days. */
export interface Journey {
  /** The first stop's city. */
  city_id: number
  stops: JourneyStop[]
  legs: CharterQuote['legs']
  km: number
  from: string
  until: string
  days: number
}

/**
 * Plans a journey: its drives and the days that it takes. With `home`, the drives from there to the first stop and from
 * the last stop back are included. Throws `invalid_input` by field for impossible places and days.
 */
export async function planJourney(
  db: Db,
  requested: RequestedJourney,
  home?: CityPosition & { name: string },
): Promise<Journey> {
  refuseDays(requested, await readClock(db))
  const journey = planDrives(await findJourneyCities(db, requested), requested, home)
  if (journey.days > maxCharterDays)
    throw makeFieldRefusal(
      'stops',
      `${formatKm(journey.km)} takes more than ${maxCharterDays} days.`,
    )
  return journey
}

/**
 * Plans a journey as `planJourney` does, but from loaded cities and without checking its days. Its length is not
 * limited, since the drives from and to the vehicle's home may make it longer than the longest hire.
 */
export function planDrives(
  cities: readonly JourneyCity[],
  requested: RequestedJourney,
  home?: CityPosition & { name: string },
): Journey {
  const [first] = cities
  if (first === undefined) throw makeFieldRefusal('stops', 'Choose where it starts.')
  const isBack = requested.kind === 'round_trip' && cities.at(-1)?.code !== first.code
  const way = isBack ? [...cities, first] : cities
  if (requested.kind !== 'days' && new Set(way.map(({ code }) => code)).size < 2)
    throw makeFieldRefusal('stops', 'Choose two different places.')
  const legs = [
    ...(home === undefined ? [] : legsOf([home, first], true)),
    ...legsOf(way, false),
    ...(home === undefined ? [] : legsOf([way.at(-1) ?? first, home], true)),
  ]
  const km = legs.reduce((sum, leg) => sum + leg.km, 0)
  const needed = Math.ceil(km / drivingKmPerDay)
  const days = Math.max(countDays(requested.from, requested.until), needed)
  return {
    city_id: first.id,
    stops: requested.stops.map(({ address }, index) => ({
      code: cities[index]?.code ?? '',
      city: cities[index]?.name ?? '',
      address: address ?? null,
    })),
    legs,
    km,
    from: requested.from,
    until: addDays(requested.from, days - 1),
    days,
  }
}

function legsOf(
  way: readonly (CityPosition & { name: string })[],
  empty: boolean,
): Journey['legs'] {
  return way.slice(1).flatMap((to, index) => {
    const from = way[index]
    if (from === undefined || from.code === to.code) return []
    return [{ from: from.name, to: to.name, km: measureRouteKm(from, to), empty }]
  })
}

/** Returns the cities of a journey, in order. Throws `invalid_input` for unknown codes. */
export async function findJourneyCities(
  db: Db,
  { stops }: Pick<RequestedJourney, 'stops'>,
): Promise<JourneyCity[]> {
  const codes = stops.map(({ city }) => city)
  const known = await findCities(db, codes)
  return codes.map((code, index) => {
    const city = known.find((row) => row.code === code)
    if (city === undefined)
      throw makeFieldRefusal(`stops.${index}.city`, 'This is not one of our places.')
    return city
  })
}

function refuseDays({ from, until }: RequestedJourney, now: Date): void {
  const today = toDay(now)
  if (from < today) throw makeFieldRefusal('from', 'That date has passed. Pick another.')
  if (from > addDays(today, charterDaysAhead))
    throw makeFieldRefusal('from', `Choose a day in the next ${charterDaysAhead} days.`)
  const days = countDays(from, until)
  if (days < 1) throw makeFieldRefusal('until', 'The last day must not be before the first.')
  if (days > maxCharterDays) throw makeFieldRefusal('until', `At most ${maxCharterDays} days.`)
}
