import { getParcel, listParcels, type ParcelQuoteInput, quoteParcel } from '#contract/parcels'
import { trackParcel } from '#contract/tracking'
import { call } from '#lib/api'
import { keepFor } from '#lib/keep-for'
import { queryOptions } from '@tanstack/react-query'

/** What it costs to send this, and the next buses. Asked anew whenever what is sent changes. */
export const quoteParcelQuery = (asked: ParcelQuoteInput) =>
  queryOptions({
    queryKey: ['quoteParcel', asked],
    queryFn: ({ signal }) => call(quoteParcel, asked, { signal }),
    staleTime: 600_000,
    ...keepFor.day,
  })

/** My parcels, the newest first. */
export const listParcelsQuery = queryOptions({
  queryKey: ['listParcels'],
  queryFn: ({ signal }) => call(listParcels, {}, { signal }),
  staleTime: 30_000,
  ...keepFor.month,
})

/** A parcel of mine with its PIN and its driver. */
export const getParcelQuery = (tracking_id: string) =>
  queryOptions({
    queryKey: ['getParcel', tracking_id],
    queryFn: ({ signal }) => call(getParcel, { tracking_id }, { signal }),
    staleTime: 15_000,
    ...keepFor.month,
  })

/** Where a parcel is, for anybody. What is kept of it stands in the vault. */
export const trackParcelQuery = (tracking_id: string) =>
  queryOptions({
    queryKey: ['trackParcel', tracking_id],
    queryFn: ({ signal }) => call(trackParcel, { tracking_id }, { signal }),
    staleTime: 15_000,
  })
