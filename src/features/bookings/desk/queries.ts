import { getManifest, listOperatorDepartures } from '#contract/boarding/endpoints'
import { previewTripCancellation } from '#contract/bookings/endpoints'
import { call } from '#lib/api'
import { queryOptions } from '@tanstack/react-query'

/** The departures of a day, one line for each park at which people board. */
export const departuresQuery = (date: string) =>
  queryOptions({
    queryKey: ['departures', date],
    queryFn: ({ signal }) => call(listOperatorDepartures, { date }, { signal }),
  })

export const manifestQuery = (id: string) =>
  queryOptions({
    queryKey: ['manifest', id],
    queryFn: ({ signal }) => call(getManifest, { id }, { signal }),
  })

/** What cancelling costs now. Nothing of it is cached, since people buy meanwhile. */
export const cancellationQuery = (id: string) =>
  queryOptions({
    queryKey: ['cancellation', id],
    queryFn: ({ signal }) => call(previewTripCancellation, { id }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
