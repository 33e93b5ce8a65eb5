import { getCharter, listCharters, previewCharterCancellation } from '#contract/charters/endpoints'
import type { Charter } from '#contract/charters/model'
import { getCharterRequest, listCharterRequests } from '#contract/charters/request-endpoints'
import type { CharterRequest } from '#contract/charters/requests'
import { askEvery } from '#features/events'
import { call } from '#lib/api'
import { retention } from '#lib/retention'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

/** My charters, those to come first. Ask only when somebody is logged in. */
export const listChartersQuery = infiniteQueryOptions({
  queryKey: ['listCharters'],
  queryFn: ({ signal, pageParam }) => call(listCharters, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: 30_000,
  ...retention.month,
})

/** My requests with their offers. Ask only when somebody is logged in. */
export const listRequestsQuery = infiniteQueryOptions({
  queryKey: ['listCharterRequests'],
  queryFn: ({ signal, pageParam }) => call(listCharterRequests, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: 15_000,
  ...retention.month,
})

const everyHalfMinute = askEvery(30_000)
const everyTenSeconds = askEvery(10_000)

const isOver = new Set(['completed', 'expired', 'lapsed', 'cancelled', 'operator_cancelled'])

/**
 * A charter of mine with its driver and codes; where nothing is told, asked again while it is looked at, until it
 * is over.
 */
export const getCharterQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getCharter', reference],
    queryFn: ({ signal }) => call(getCharter, { reference }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => !isOver.has(state.data?.state ?? '') && everyHalfMinute(),
    ...retention.month,
  })

/** A request of mine; offers come at any moment while it is open. */
export const getRequestQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getCharterRequest', reference],
    queryFn: ({ signal }) => call(getCharterRequest, { reference }, { signal }),
    staleTime: 2000,
    refetchInterval: ({ state }) => (state.data?.state ?? 'open') === 'open' && everyTenSeconds(),
    ...retention.month,
  })

/** The refund for cancelling now; never from stored data. */
export const previewCancellationQuery = (reference: string) =>
  queryOptions({
    queryKey: ['previewCharterCancellation', reference],
    queryFn: ({ signal }) => call(previewCharterCancellation, { reference }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Puts what the server answered to a change where every screen reads it. The codes are in no such answer. */
export function noteCharter(queries: QueryClient, charter: Charter): void {
  const key = ['getCharter', charter.reference]
  queries.setQueryDefaults(['getCharter'], retention.month)
  queries.setQueryData<Charter>(key, charter)
  void queries.invalidateQueries({ queryKey: key })
  void queries.invalidateQueries({ queryKey: ['listCharters'] })
}

/** The same for a request. */
export function noteRequest(queries: QueryClient, request: CharterRequest): void {
  queries.setQueryDefaults(['getCharterRequest'], retention.month)
  queries.setQueryData(['getCharterRequest', request.reference], request)
  void queries.invalidateQueries({ queryKey: ['listCharterRequests'] })
}

function nextPage({ meta }: { meta: { page: number; per_page: number; total: number } }) {
  return meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined
}
