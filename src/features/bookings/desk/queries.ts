import {
  getDepartureSeats,
  getLegalManifest,
  getManifest,
  listDepartureParks,
  listOperatorDepartures,
} from '#contract/boarding/endpoints'
import { previewTripCancellation, previewVehicleChange } from '#contract/bookings/endpoints'
import { listVehicleTypes } from '#contract/lookups/endpoints'
import { call } from '#lib/api'
import { isSavingData } from '#lib/online'
import { queryOptions } from '@tanstack/react-query'

/**
 * Options with which a query loads its data again every 30 seconds, since others sell, pay and board meanwhile. With
 * data saver on, it does not.
 */
export const livePolling = { refetchInterval: () => !isSavingData() && 30_000 }

/**
 * Query options for the departures of a day, one row for each park at which people board, or at one park only. A form
 * that sells leaves out those that are `past`. They do not poll, since forms also use them to offer a choice of buses:
 * the list of departures adds `livePolling`.
 */
export const departuresQuery = (date: string, { park = '', past = true } = {}) =>
  queryOptions({
    queryKey: ['departures', date, park, past],
    queryFn: ({ signal }) =>
      call(
        listOperatorDepartures,
        { date, ...(park !== '' && { park }), ...(!past && { coming: '1' }) },
        { signal },
      ),
  })

/** Query options for the motor parks from which buses leave on a day. */
export const departureParksQuery = (date: string) =>
  queryOptions({
    queryKey: ['departures', date, 'parks'],
    queryFn: ({ signal }) => call(listDepartureParks, { date }, { signal }),
  })

/**
 * Query options for the sheet of a departure. Its key is a prefix of the key of its seats, so invalidating it
 * invalidates both.
 */
export const manifestQuery = (id: string) =>
  queryOptions({
    queryKey: ['manifest', id],
    queryFn: ({ signal }) => call(getManifest, { id }, { signal }),
    ...livePolling,
  })

/** Query options for the seats of a departure, from the motor park with this code on or for the whole trip. */
export const departureSeatsQuery = (id: string, park: string) =>
  queryOptions({
    queryKey: ['manifest', id, 'seats', park],
    queryFn: ({ signal }) =>
      call(getDepartureSeats, { id, ...(park !== '' && { park }) }, { signal }),
    ...livePolling,
  })

/**
 * Query options for the manifest that the law requires. Every load is an entry in the audit log, so it is loaded only
 * when somebody opens it, and it is forgotten when they leave it.
 */
export const legalManifestQuery = (id: string) =>
  queryOptions({
    queryKey: ['legal-manifest', id],
    queryFn: () => call(getLegalManifest, { id }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/**
 * Query options for what cancelling a departure costs now. Forgotten when it is no longer displayed, since people buy
 * and cancel seats meanwhile.
 */
export const cancellationQuery = (id: string) =>
  queryOptions({
    queryKey: ['cancellation', id],
    queryFn: ({ signal }) => call(previewTripCancellation, { id }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/**
 * Query options for what giving a departure another vehicle changes now. Forgotten when it is no longer displayed,
 * since people buy and cancel seats meanwhile.
 */
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
