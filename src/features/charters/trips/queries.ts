import { getCharter, previewCharterCancellation } from '#contract/charters/trips/endpoints'
import { call } from '#lib/api'
import { makePollInterval } from '#lib/live'
import { retention } from '#lib/queries/retention'
import { isNotFound } from '#lib/queries/retries'
import { queryOptions } from '@tanstack/react-query'

const everyHalfMinute = makePollInterval(30_000)

const isOver = new Set(['completed', 'expired', 'lapsed', 'cancelled', 'operator_cancelled'])

/**
 * Query options for one of the user's charters with its driver and codes. Without an event stream, it is polled while
 * visible, until the charter is over.
 */
export const getCharterQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getCharter', reference],
    queryFn: ({ signal }) => call(getCharter, { reference }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      !isOver.has(state.data?.state ?? '') && !isNotFound(state.error) && everyHalfMinute(),
    ...retention.month(getCharter.shape),
  })

/** Query options for the refund for cancelling now. It is never stored. */
export const previewCharterCancelQuery = (reference: string) =>
  queryOptions({
    queryKey: ['previewCharterCancellation', reference],
    queryFn: ({ signal }) => call(previewCharterCancellation, { reference }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
