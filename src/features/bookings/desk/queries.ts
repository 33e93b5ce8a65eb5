import { getManifest, listOperatorDepartures } from '#contract/boarding/endpoints'
import { previewTripCancellation, previewVehicleChange } from '#contract/bookings/endpoints'
import { listVehicleTypes } from '#contract/lookups/endpoints'
import { call } from '#lib/api'
import { queryOptions } from '@tanstack/react-query'

/** Query options for the departures of a day, one line for each park at which people board. */
export const departuresQuery = (date: string) =>
  queryOptions({
    queryKey: ['departures', date],
    queryFn: ({ signal }) => call(listOperatorDepartures, { date }, { signal }),
  })

/**
 * Query options for the sheet of a departure. Its key is a prefix of the key of its seats, so invalidating it
 * invalidates both.
 */
export const manifestQuery = (id: string) =>
  queryOptions({
    queryKey: ['manifest', id],
    queryFn: ({ signal }) => call(getManifest, { id }, { signal }),
  })

/** Query options for what cancelling costs now. Never cached, since people buy and cancel seats meanwhile. */
export const cancellationQuery = (id: string) =>
  queryOptions({
    queryKey: ['cancellation', id],
    queryFn: ({ signal }) => call(previewTripCancellation, { id }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Query options for what another vehicle changes now. Never cached, since people buy and cancel seats meanwhile. */
export const vehicleChangeQuery = (id: string, vehicle: string) =>
  queryOptions({
    queryKey: ['vehicle-change', id, vehicle],
    queryFn: ({ signal }) => call(previewVehicleChange, { id, vehicle }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Query options for the kinds of vehicles. Unlike a traveller's phone, the desk stores no lists. */
export const vehicleTypesQuery = queryOptions({
  queryKey: ['vehicle-types'],
  queryFn: ({ signal }) => call(listVehicleTypes, {}, { signal }),
})
