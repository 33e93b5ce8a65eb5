import { findStopovers, listNyscBatches, listNyscCamps } from '#contract/communities/endpoints'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'

/** Query options for the 37 camps, sorted by state. */
export const campsQuery = queryOptions({
  queryKey: ['listNyscCamps'],
  queryFn: ({ signal }) => call(listNyscCamps, {}, { signal }),
  staleTime: 300_000,
  ...retention.month(listNyscCamps.shape),
})

/** Query options for the batches, the latest first. */
export const batchesQuery = queryOptions({
  queryKey: ['listNyscBatches'],
  queryFn: ({ signal }) => call(listNyscBatches, {}, { signal }),
  staleTime: 300_000,
  ...retention.month(listNyscBatches.shape),
})

/**
 * Query options for the cities in which one can break the journey between two cities. Nothing is loaded if `from` is
 * empty or both are the same.
 */
export const stopoversQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['findStopovers', from, to],
    queryFn: ({ signal }) => call(findStopovers, { from, to }, { signal }),
    enabled: from !== '' && from !== to,
    staleTime: 86_400_000,
    ...retention.week(findStopovers.shape),
  })
