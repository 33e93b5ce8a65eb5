import {
  getCharterVehicle,
  listAirports,
  listCharterVehicles,
  listVehicleReviews,
  quoteCharter,
} from '#contract/charters/market/endpoints'
import type { CharterQuoteInput } from '#contract/charters/market/model'
import { call, type CallInput } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

export type VehicleSearch = CallInput<typeof listCharterVehicles>

/** Query options for the vehicles that match a search. Recent searches are stored on the phone for a week. */
export const listVehiclesQuery = (search: VehicleSearch) =>
  queryOptions({
    queryKey: ['listCharterVehicles', search],
    queryFn: ({ signal }) => call(listCharterVehicles, search, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    ...retention.week(listCharterVehicles.shape),
  })

/** Query options for a vehicle with its terms and its free days. */
export const getCharterVehicleQuery = (id: string) =>
  queryOptions({
    queryKey: ['getCharterVehicle', id],
    queryFn: ({ signal }) => call(getCharterVehicle, { id }, { signal }),
    staleTime: 30_000,
    ...retention.week(getCharterVehicle.shape),
  })

/** Query options for the reviews of a vehicle, loaded page by page. */
export const listVehicleReviewsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['listVehicleReviews', id],
    queryFn: ({ signal, pageParam }) =>
      call(listVehicleReviews, { id, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('id'),
    staleTime: 60_000,
    ...retention.week(listVehicleReviews.shape),
  })

/** Query options for the price of a vehicle for a journey. Without `input`, nothing is loaded. */
export const quoteCharterQuery = (input: CharterQuoteInput | undefined) =>
  queryOptions({
    queryKey: ['quoteCharter', input],
    queryFn: ({ signal }) => call(quoteCharter, input as CharterQuoteInput, { signal }),
    enabled: input !== undefined,
    staleTime: 60_000,
    ...retention.day(quoteCharter.shape),
  })

/** Query options for the airports with their zones and fixed prices. */
export const listAirportsQuery = queryOptions({
  queryKey: ['listAirports'],
  queryFn: ({ signal }) => call(listAirports, {}, { signal }),
  staleTime: 3_600_000,
  ...retention.month(listAirports.shape),
})
