import { getParcel, listParcels, quoteParcel } from '#contract/parcels/endpoints'
import type { Parcel, ParcelQuoteInput } from '#contract/parcels/model'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { putItemIntoPages } from '#lib/queries/change-answer'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { saveParcel } from '#lib/vault'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'

/** Query options for the price and the next buses. Loaded again when the draft changes. */
export const quoteParcelQuery = (input: ParcelQuoteInput) =>
  queryOptions({
    queryKey: ['quoteParcel', input],
    queryFn: ({ signal }) => call(quoteParcel, input, { signal }),
    staleTime: 600_000,
    ...retention.day(quoteParcel.shape),
  })

/** Query options for the user's parcels, newest first, twenty per page. */
export const listParcelsQuery = infiniteQueryOptions({
  queryKey: ['listParcels'],
  queryFn: ({ signal, pageParam }) => call(listParcels, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('tracking_id'),
  staleTime: 30_000,
  ...retention.month(listParcels.shape),
})

/** Returns a parcel as it was in the list from which the person came; undefined if that list is not in memory. */
export const useListedParcel = (tracking_id: string | null): Parcel | undefined =>
  useQueryClient()
    .getQueryData(listParcelsQuery.queryKey)
    ?.pages.flatMap(({ data }) => data)
    .find((parcel) => parcel.tracking_id === tracking_id)

/** Query options for one of the user's parcels with its PIN and driver. */
export const getParcelQuery = (tracking_id: string) =>
  queryOptions({
    queryKey: ['getParcel', tracking_id],
    queryFn: async ({ signal }) => {
      const parcel = await call(getParcel, { tracking_id }, { signal })
      void saveParcel(parcel.tracking, parcel)
      return parcel
    },
    // A scan can happen at any time, so an answer is fresh only for a moment.
    staleTime: 2000,
    ...retention.month(getParcel.shape),
  })

/** Stores the server's latest data of the user's parcel for all screens, and on the phone. */
export async function storeParcel(queries: QueryClient, parcel: Parcel): Promise<void> {
  // Set the retention, because perhaps no screen has loaded the parcel yet.
  queries.setQueryDefaults(['getParcel'], retention.month(getParcel.shape))
  queries.setQueryData(['getParcel', parcel.tracking_id], parcel)
  void queries.invalidateQueries({ queryKey: ['listParcels'] })
  const isSame = (one: Parcel) => one.tracking_id === parcel.tracking_id
  void putItemIntoPages(queries, listParcelsQuery, parcel, isSame)
  await saveParcel(parcel.tracking, parcel)
}

/** Loads one of the user's parcels again, for every screen that shows it and for this phone. */
export async function refetchParcel(queries: QueryClient, tracking_id: string): Promise<void> {
  await storeParcel(queries, await call(getParcel, { tracking_id }))
}
