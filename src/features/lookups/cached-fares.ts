import type { Meta } from '#contract/endpoint'
import type { findTrips } from '#contract/trips/endpoints'
import type { PopularRoute } from '#contract/trips/model'
import { useStored } from '#lib/device'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The search parameters in the query key of a cached answer. */
interface SearchKey {
  from?: string
  to?: string
}

/**
 * Returns the cheapest fares of a route by day, in kobo, as far as this phone knows them from searches and from the
 * popular routes. Nothing is loaded.
 */
export function useCachedFares(from: string | undefined, to: string | undefined) {
  const queries = useQueryClient()
  const popular = useStored('popular_roads')
  return useMemo(() => {
    const fares = new Map<string, number>()
    const isRoute = (route: PopularRoute) => route.from.code === from && route.to.code === to
    for (const { date, fare_from_kobo } of popular?.filter(isRoute) ?? [])
      fares.set(date, fare_from_kobo)
    const answers = queries.getQueriesData<{ meta: Meta<typeof findTrips> }>({
      queryKey: ['findTrips'],
      predicate: ({ queryKey: [, search] }) =>
        (search as SearchKey).from === from && (search as SearchKey).to === to,
    })
    for (const [, answer] of answers)
      for (const { date, fare_kobo } of answer?.meta.week ?? [])
        if (fare_kobo !== null) fares.set(date, fare_kobo)
    return fares
  }, [queries, popular, from, to])
}
