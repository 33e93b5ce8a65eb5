import { getOperator, listOperators } from '#contract/operators/endpoints'
import { getRoute } from '#contract/trips/endpoints'
import { call, type CallInput } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export type OperatorSearch = Omit<CallInput<typeof listOperators>, 'page' | 'per_page'>

const fresh_ms = 300_000

/** Query options for the operators that match a search, twenty per page. */
export const listOperatorsQuery = (search: OperatorSearch) =>
  infiniteQueryOptions({
    queryKey: ['listOperators', search],
    queryFn: ({ signal, pageParam }) =>
      call(listOperators, { ...search, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('code'),
    staleTime: fresh_ms,
    ...retention.month(listOperators.shape),
  })

/** Query options for one operator's page, stored on the phone for a month. */
export const getOperatorQuery = (code: string) =>
  queryOptions({
    queryKey: ['getOperator', code],
    queryFn: ({ signal }) => call(getOperator, { code }, { signal }),
    staleTime: fresh_ms,
    ...retention.month(getOperator.shape),
  })

/** Query options for a route between two cities, given by their codes. */
export const getRouteQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['getRoute', from, to],
    queryFn: ({ signal }) => call(getRoute, { from, to }, { signal }),
    staleTime: 300_000,
    ...retention.week(getRoute.shape),
  })
