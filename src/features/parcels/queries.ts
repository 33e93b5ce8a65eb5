import { getParcel, listParcels, quoteParcel } from '#contract/parcels/endpoints'
import type { Parcel, ParcelQuoteInput } from '#contract/parcels/model'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { nextPage } from '#lib/queries/next-page'
import { saveParcel } from '#lib/vault'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

/** The quote and the next buses. Refetched when the draft changes. */
export const quoteParcelQuery = (asked: ParcelQuoteInput) =>
  queryOptions({
    queryKey: ['quoteParcel', asked],
    queryFn: ({ signal }) => call(quoteParcel, asked, { signal }),
    staleTime: 600_000,
    ...retention.day,
  })

/** My parcels, the newest first, twenty at a time. */
export const listParcelsQuery = infiniteQueryOptions({
  queryKey: ['listParcels'],
  queryFn: ({ signal, pageParam }) => call(listParcels, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: 30_000,
  ...retention.month,
})

/** A parcel of mine with its PIN and driver. */
export const getParcelQuery = (tracking_id: string) =>
  queryOptions({
    queryKey: ['getParcel', tracking_id],
    queryFn: async ({ signal }) => {
      const parcel = await call(getParcel, { tracking_id }, { signal })
      void saveParcel(parcel.tracking, parcel)
      return parcel
    },
    // Scans come at any time; only an answer of a moment ago is not loaded again.
    staleTime: 2000,
    ...retention.month,
  })

/** Stores the server's latest data of a parcel of mine for all screens, and on the phone. */
export async function storeParcel(queries: QueryClient, parcel: Parcel): Promise<void> {
  // No screen may have loaded it yet.
  queries.setQueryDefaults(['getParcel'], retention.month)
  queries.setQueryData(['getParcel', parcel.tracking_id], parcel)
  void queries.invalidateQueries({ queryKey: ['listParcels'] })
  await saveParcel(parcel.tracking, parcel)
}

/** Asks for a parcel of mine, for every screen that shows it and for this phone. */
export async function refetchParcel(queries: QueryClient, tracking_id: string): Promise<void> {
  await storeParcel(queries, await call(getParcel, { tracking_id }))
}
