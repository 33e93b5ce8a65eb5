import { listOperatorDepartures } from '#contract/boarding/endpoints'
import {
  findCounterSales,
  findReservations,
  getOpenShift,
  getReservationTerms,
  listShifts,
  previewCounterRefund,
} from '#contract/counter/endpoints'
import { listPassengerTypes } from '#contract/lookups/endpoints'
import { getTrip } from '#contract/trips/endpoints'
import { call } from '#lib/api'
import { queryOptions } from '@tanstack/react-query'

/** My open shift with its sums; null if none is open. */
export const openShiftQuery = queryOptions({
  queryKey: ['openShift'],
  queryFn: ({ signal }) => call(getOpenShift, {}, { signal }),
})

/** The shifts of all clerks on a day. */
export const shiftsQuery = (date: string) =>
  queryOptions({
    queryKey: ['shifts', date],
    queryFn: ({ signal }) => call(listShifts, { date }, { signal }),
  })

const salesKey = 'counterSales'

/** The sales of my open shift, or those that a reference, ticket code or phone number finds. */
export const salesQuery = (search: string) =>
  queryOptions({
    queryKey: [salesKey, search],
    queryFn: ({ signal }) => call(findCounterSales, search === '' ? {} : { search }, { signal }),
  })

/** A sale, and what cancelling these seats now gives back; all seats, if none are named. */
export const refundQuery = (reference: string, seats: readonly number[] = []) =>
  queryOptions({
    queryKey: [salesKey, reference, 'refund', seats],
    queryFn: ({ signal }) =>
      call(
        previewCounterRefund,
        { reference, ...(seats.length > 0 && { seats: seats.join(',') }) },
        { signal },
      ),
    gcTime: 0,
  })

/** All of these answers: a refund changes each. */
export const allSales = { queryKey: [salesKey] }

/** The open reservations with a reference or phone number. */
export const reservationsQuery = (search: string) =>
  queryOptions({
    queryKey: ['reservations', search],
    queryFn: ({ signal }) => call(findReservations, { search }, { signal }),
  })

/** Whether the operator takes reservations, and until when they last. */
export const reservationTermsQuery = queryOptions({
  queryKey: ['reservationTerms'],
  queryFn: ({ signal }) => call(getReservationTerms, {}, { signal }),
})

/** The departures of a day. The list of departures has the same query. */
export const departuresQuery = (date: string) =>
  queryOptions({
    queryKey: ['departures', date],
    queryFn: ({ signal }) => call(listOperatorDepartures, { date }, { signal }),
    refetchInterval: 60_000,
  })

/** A trip part with its seat map. Others sell its seats meanwhile. */
export const seatsQuery = (id: string) =>
  queryOptions({
    queryKey: ['seatsToSell', id],
    queryFn: ({ signal }) => call(getTrip, { id }, { signal }),
    refetchInterval: 15_000,
  })

/** The kinds of travellers. Unlike a traveller's phone, the desk stores no lists. */
export const passengerTypesQuery = queryOptions({
  queryKey: ['passengerTypes'],
  queryFn: ({ signal }) => call(listPassengerTypes, {}, { signal }),
  staleTime: 3_600_000,
})
