import type { PopularRoute } from '#contract/trips/model'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { makeCache } from '#server/platform/timed-cache'
import { findRoutes } from './address-repository.ts'
import { findFromPrices } from './from-price.ts'
import { findPlacePair } from './legs-repository.ts'
import { findCities } from './park-repository.ts'

/**
 * `shown`: how many routes are displayed. `looked`: how many of the busiest routes are read for this, since some may be
 * sold out, or be the opposite direction of a busier route.
 */
const most = { shown: 6, looked: 20 }

/**
 * Returns the busiest routes, one direction each, with the price “from” of the route's own page, with all fees. Routes
 * without such a price, which are sold out, are left out.
 */
export function listPopularRoutes({ db }: Pick<Context, 'db'>): Promise<PopularRoute[]> {
  return popularRoutes(db)
}

/** Caches the popular routes for five minutes, as phones do. */
const popularRoutes = makeCache(300_000, findPopularRoutes)

async function findPopularRoutes(db: Db): Promise<PopularRoute[]> {
  const routes = await findRoutes(db, most.looked)
  const cities = await findCities(db, [...new Set(routes.flatMap(({ from, to }) => [from, to]))])
  const popular: PopularRoute[] = []
  for (const route of routes) {
    if (popular.length === most.shown) break
    if (popular.some(({ from, to }) => from.code === route.to && to.code === route.from)) continue
    const [from, to] = [route.from, route.to].map((code) =>
      cities.find((city) => city.code === code),
    )
    if (from === undefined || to === undefined) continue
    const [cheapest] = await findFromPrices(db, await findPlacePair(db, from, to))
    if (cheapest === undefined) continue
    popular.push({
      from: { name: from.name, code: from.code },
      to: { name: to.name, code: to.code },
      fare_from_kobo: cheapest.fare_kobo,
      date: cheapest.date,
    })
  }
  return popular
}
