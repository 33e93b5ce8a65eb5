import { getCharter, listCharters } from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import { call } from '#lib/api'
import { putItemIntoPages } from '#lib/queries/change-answer'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'

/** Query options for the user's charters, future ones first. Only for logged-in users. */
export const listChartersQuery = infiniteQueryOptions({
  queryKey: ['listCharters'],
  queryFn: ({ signal, pageParam }) => call(listCharters, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('reference'),
  staleTime: 30_000,
  ...retention.month(listCharters.shape),
})

/** Returns a charter from the list that the person has just seen; undefined if that list is not in memory. */
export const useListedCharter = (reference: string): Charter | undefined =>
  useQueryClient()
    .getQueryData(listChartersQuery.queryKey)
    ?.pages.flatMap(({ data }) => data)
    .find((charter) => charter.reference === reference)

/** Stores the server's answer to a change, and loads the charter again, since the answer has no start and end codes. */
export function storeCharter(queries: QueryClient, charter: Charter): void {
  const key = ['getCharter', charter.reference]
  queries.setQueryDefaults(['getCharter'], retention.month(getCharter.shape))
  queries.setQueryData<Charter>(key, charter)
  void queries.invalidateQueries({ queryKey: key })
  void queries.invalidateQueries({ queryKey: ['listCharters'] })
  const isSame = ({ reference }: Charter) => reference === charter.reference
  void putItemIntoPages(queries, listChartersQuery, charter, isSame)
}

/** Loads one of the user's charters again, for every screen that shows it. */
export async function refetchCharter(queries: QueryClient, reference: string): Promise<void> {
  storeCharter(queries, await call(getCharter, { reference }))
}
