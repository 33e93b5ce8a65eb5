import { getCharterRequest, listCharterRequests } from '#contract/charters/requests/endpoints'
import type { CharterRequest } from '#contract/charters/requests/model'
import { call } from '#lib/api'
import { makePollInterval } from '#lib/live'
import { putItemIntoPages } from '#lib/queries/change-answer'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { isNotFound } from '#lib/queries/retries'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

/** Query options for the user's requests with their offers, newest first. Only for logged-in users. */
export const listRequestsQuery = infiniteQueryOptions({
  queryKey: ['listCharterRequests'],
  queryFn: ({ signal, pageParam }) => call(listCharterRequests, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('reference'),
  staleTime: 15_000,
  ...retention.month(listCharterRequests.shape),
})

const everyTenSeconds = makePollInterval(10_000)

/** Query options for one of the user's requests. While it is open, it is polled, because offers can arrive. */
export const getCharterRequestQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getCharterRequest', reference],
    queryFn: ({ signal }) => call(getCharterRequest, { reference }, { signal }),
    staleTime: 2000,
    refetchInterval: ({ state }) =>
      (state.data?.state ?? 'open') === 'open' && !isNotFound(state.error) && everyTenSeconds(),
    ...retention.month(getCharterRequest.shape),
  })

/** Stores the server's answer to a change for all screens. */
export function storeRequest(queries: QueryClient, request: CharterRequest): void {
  queries.setQueryDefaults(['getCharterRequest'], retention.month(getCharterRequest.shape))
  queries.setQueryData(['getCharterRequest', request.reference], request)
  void queries.invalidateQueries({ queryKey: ['listCharterRequests'] })
  const isSame = ({ reference }: CharterRequest) => reference === request.reference
  void putItemIntoPages(queries, listRequestsQuery, request, isSame)
}
