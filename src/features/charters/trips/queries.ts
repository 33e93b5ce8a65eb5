import { getCharter, previewCharterCancellation } from '#contract/charters/trips/endpoints'
import { call } from '#lib/api'
import { pollEvery } from '#lib/live'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'

const everyHalfMinute = pollEvery(30_000)

const isOver = new Set(['completed', 'expired', 'lapsed', 'cancelled', 'operator_cancelled'])

/** A charter of mine with driver and codes; polled while visible without an event stream, until it is over. */
export const getCharterQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getCharter', reference],
    queryFn: ({ signal }) => call(getCharter, { reference }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => !isOver.has(state.data?.state ?? '') && everyHalfMinute(),
    ...retention.month,
  })

/** The refund for cancelling now; never stored. */
export const previewCancellationQuery = (reference: string) =>
  queryOptions({
    queryKey: ['previewCharterCancellation', reference],
    queryFn: ({ signal }) => call(previewCharterCancellation, { reference }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
