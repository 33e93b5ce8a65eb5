import { priceAdultTotal } from '#contract/fare'
import type { PopularRoute } from '#contract/trips/model'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { makeCache } from '#server/platform/timed-cache'
import { findRoutes } from './address-repository.ts'
import { findDays } from './day-repository.ts'
import { findPair } from './legs-repository.ts'
import { findCities } from './park-repository.ts'

/**
 * How many routes are displayed, and how many of the busiest are read: some may be sold out, or be the reverse of a
 * busier one.
 */
const most = { shown: 6, looked: 20 }

/**
 * Returns the busiest routes, one direction each, with the cheapest seat of the week from today on, with all fees.
 * Routes that cannot be booked this week are left out.
 */
export function listPopularRoutes({ db }: Pick<Context, 'db'>): Promise<PopularRoute[]> {
  return popularRoads(db)
}

/** Cached as long as phones cache the list. */
const popularRoads = makeCache(300_000, findPopularRoads)

async function findPopularRoads(db: Db): Promise<PopularRoute[]> {
  const roads = await findRoutes(db, most.looked)
  const cities = await findCities(db, [...new Set(roads.flatMap(({ from, to }) => [from, to]))])
  const popular: PopularRoute[] = []
  for (const road of roads) {
    if (popular.length === most.shown) break
    if (popular.some(({ from, to }) => from.code === road.to && to.code === road.from)) continue
    const [from, to] = [road.from, road.to].map((code) => cities.find((city) => city.code === code))
    if (from === undefined || to === undefined) continue
    const days = await findDays(db, await findPair(db, from, to), {
      first: from.today,
      days: 7,
      passengers: 1,
    })
    const [cheapest] = days
      .flatMap(({ date, cheapest_kobo: kobo }) => (kobo === null ? [] : { date, kobo }))
      .toSorted((a, b) => a.kobo - b.kobo || (a.date < b.date ? -1 : 1))
    if (cheapest === undefined) continue
    popular.push({
      from: { name: from.name, code: from.code },
      to: { name: to.name, code: to.code },
      fare_from_kobo: priceAdultTotal(cheapest.kobo, 0),
      date: cheapest.date,
    })
  }
  return popular
}
