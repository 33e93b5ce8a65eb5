import { computeAdultTotal } from '#contract/fare'
import { fromPriceDays } from '#contract/sale'
import type { Db } from '#server/db/client'
import { findCheapestSeats } from './day-repository.ts'
import type { PlacePair } from './legs-repository.ts'

/** The price “from” of an operator on a route: what an adult pays for the cheapest free seat, and its day. */
export interface FromPrice {
  operator: { code: string; name: string; rating: number | null }
  fare_kobo: number
  date: string
}

/**
 * Returns the price “from” of each operator between two places, the cheapest first: for the `fromPriceDays` days from
 * tomorrow on, since today's seats may sell out while people look. A search for that day and operator finds the same
 * price. `count_operators` computes these prices for the directory in the same way.
 */
export async function findFromPrices(db: Db, pair: PlacePair): Promise<FromPrice[]> {
  const first = dayAfter(pair.from.today)
  const rows = await findCheapestSeats(db, pair, { first, days: fromPriceDays })
  return rows.map(({ operator_code, operator_name, operator_rating, cost_kobo, date }) => ({
    operator: { code: operator_code, name: operator_name, rating: operator_rating },
    fare_kobo: computeAdultTotal(cost_kobo, 0),
    date,
  }))
}

const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
