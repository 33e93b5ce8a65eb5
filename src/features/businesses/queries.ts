import {
  askForListing,
  getBusiness,
  listBusinesses,
  listMyListings,
} from '#contract/businesses/endpoints'
import type { Input } from '#contract/endpoint'
import { call, type CallInput } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export type BusinessSearch = Omit<CallInput<typeof listBusinesses>, 'page' | 'per_page'>

const fresh_ms = 300_000

/** Query options for the businesses that match a search, twenty per page. */
export const listBusinessesQuery = (search: BusinessSearch) =>
  infiniteQueryOptions({
    queryKey: ['listBusinesses', search],
    queryFn: ({ signal, pageParam }) =>
      call(listBusinesses, { ...search, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('code'),
    staleTime: fresh_ms,
    ...retention.month(listBusinesses.shape),
  })

/** Query options for one business, stored on the phone for a month. */
export const getBusinessQuery = (code: string) =>
  queryOptions({
    queryKey: ['getBusiness', code],
    queryFn: ({ signal }) => call(getBusiness, { code }, { signal }),
    staleTime: fresh_ms,
    ...retention.month(getBusiness.shape),
  })

/** Query options for the newest fifty listings that the user has submitted. Only for logged-in users. */
export const listMyListingsQuery = queryOptions({
  queryKey: ['listMyListings'],
  queryFn: ({ signal }) => call(listMyListings, {}, { signal }),
  staleTime: 60_000,
  ...retention.month(listMyListings.shape),
})

/** Submits a business for the directory. `key`: the idempotency key. */
export const submitListing = (input: Input<typeof askForListing>, key: string) =>
  call(askForListing, input, { key })
