import type { TripSummary } from '#contract/trips/model'

/**
 * Returns labels for the best trips of a day, by id: the cheapest, the fastest and one of the best rated operator. A
 * trip has at most one label. If all trips are equal in one respect, none gets the label for it.
 */
export function labelBestTrips(trips: readonly TripSummary[]): Map<string, string> {
  const tags = new Map<string, string>()
  const tag = (word: string, worth: (trip: TripSummary) => number) => {
    const worths = trips.map(worth)
    const best = Math.max(...worths)
    if (!Number.isFinite(best) || best === Math.min(...worths)) return
    const first = trips.find((trip) => worth(trip) === best && !tags.has(trip.id))
    if (first !== undefined) tags.set(first.id, word)
  }
  tag('Cheapest', ({ fare_kobo }) => -(fare_kobo ?? Infinity))
  tag('Fastest', ({ duration_minutes }) => -duration_minutes)
  tag('Top rated', ({ operator }) => operator.rating ?? 0)
  return tags
}
