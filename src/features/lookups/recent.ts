import { read, useStored, write } from '#lib/device'
import { today } from '#lib/format'

/**
 * A search of the home form. `date` is the day of the trip, `YYYY-MM-DD`; `return` that of the return trip, if one was
 * searched.
 */
export interface RecentSearch {
  from: { code: string; name: string }
  to: { code: string; name: string }
  date: string
  return?: string
  passengers: number
}

const maxSearches = 6

/** Stores a search on the phone, newest first. Each route is stored once, and six routes at most. */
export function storeRecentSearch(search: RecentSearch): void {
  const others = (read('recent_searches') ?? []).filter((other) => !isSameRoute(other, search))
  write('recent_searches', [search, ...others].slice(0, maxSearches))
  write('location_choice', search)
}

/** Returns the routes last searched on this phone. A past day is replaced by today, and its return day left out. */
export function useRecentSearches(): RecentSearch[] {
  const searches = useStored('recent_searches') ?? []
  return searches.map((search) => {
    if (search.date >= today()) return search
    const { return: _past, ...others } = search
    return { ...others, date: today() }
  })
}

const isSameRoute = (a: RecentSearch, b: RecentSearch) =>
  a.from.code === b.from.code && a.to.code === b.to.code
