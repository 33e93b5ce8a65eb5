import { read, type RecentSearch, useKept, write } from '#lib/device'
import { today } from '#lib/format'

const kept = 6

/** Keeps a search on the phone, newest first, each road once. */
export function rememberSearch(search: RecentSearch): void {
  const others = (read('recent_searches') ?? []).filter((other) => !sameRoad(other, search))
  write('recent_searches', [search, ...others].slice(0, kept))
  write('location_choice', search)
}

/** The roads searched last on this phone. A day that has passed becomes today. */
export function useRecentSearches(): RecentSearch[] {
  const searches = useKept('recent_searches') ?? []
  return searches.map((search) => (search.date < today() ? { ...search, date: today() } : search))
}

const sameRoad = (a: RecentSearch, b: RecentSearch) =>
  a.from.code === b.from.code && a.to.code === b.to.code
