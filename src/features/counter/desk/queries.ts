import { listAllAllotments, listShifts } from '#contract/counter/drawer-endpoints'
import {
  findCounterSales,
  findReservations,
  getCounterSale,
  getOpenShift,
  getParcelSale,
  getReservationTerms,
  listAllotments,
  listReturnDays,
  previewCounterRefund,
} from '#contract/counter/endpoints'
import { previewCounterMove } from '#contract/counter/move-endpoints'
import {
  listLocations,
  listParcelAddOns,
  listParcelRoutes,
  listParcelSizes,
  listParcelTypes,
  listPassengerTypes,
} from '#contract/lookups/endpoints'
import type { TripDetail } from '#contract/trips/model'
import { getTrip } from '#contract/trips/endpoints'
import { call } from '#lib/api'
import { isSavingData } from '#lib/online'
import { queryOptions } from '@tanstack/react-query'

/** Query options for the clerk's open shift with its sums; null if none is open. */
export const openShiftQuery = queryOptions({
  queryKey: ['openShift'],
  queryFn: ({ signal }) => call(getOpenShift, {}, { signal }),
})

/** Matches the shifts of all clerks on every day. */
export const allShiftsFilter = { queryKey: ['shifts'] }

/** Query options for the shifts of all clerks on a day. */
export const shiftsQuery = (date: string) =>
  queryOptions({
    queryKey: [...allShiftsFilter.queryKey, date],
    queryFn: ({ signal }) => call(listShifts, { date }, { signal }),
  })

/** The common beginning of the keys of all queries for seats that are set aside. */
export const allotmentsKey = ['allotments'] as const

/** Query options for the seats that are set aside in the clerk's open shift. */
export const allotmentsQuery = queryOptions({
  queryKey: [...allotmentsKey, 'mine'],
  queryFn: ({ signal }) => call(listAllotments, {}, { signal }),
})

/** Query options for the seats that are set aside in all drawers (`listAllAllotments`). */
export const allAllotmentsQuery = queryOptions({
  queryKey: [...allotmentsKey, 'all'],
  queryFn: ({ signal }) => call(listAllAllotments, {}, { signal }),
})

const salesKey = 'counterSales'

/**
 * Query options for the sales of the clerk's open shift, or those that match a reference, ticket code or phone number.
 */
export const salesQuery = (search: string) =>
  queryOptions({
    queryKey: [salesKey, search],
    queryFn: ({ signal }) => call(findCounterSales, search === '' ? {} : { search }, { signal }),
  })

/** Query options for a sale, with the refund for cancelling these seats now, or all seats if none are listed. */
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

/** Query options for the valid tickets of a sale. */
export const soldTicketsQuery = (reference: string) =>
  queryOptions({
    queryKey: [salesKey, reference, 'tickets'],
    queryFn: ({ signal }) => call(getCounterSale, { reference }, { signal }),
    gcTime: 0,
  })

/** Query options for the departures to which a sale can move, with the sum to collect or to pay out for each. */
export const moveQuery = (reference: string) =>
  queryOptions({
    queryKey: [salesKey, reference, 'move'],
    queryFn: ({ signal }) => call(previewCounterMove, { reference }, { signal }),
    gcTime: 0,
  })

/** Matches all queries about sales, since a refund or a move may change the answer of each. */
export const allSalesFilter = { queryKey: [salesKey] }

/** Matches the reservations of every search. */
export const allReservationsFilter = { queryKey: ['reservations'] }

/**
 * Query options for the reservations with a reference or phone number, and for what is paid already; for an empty
 * search, for all open reservations.
 */
export const reservationsQuery = (search: string) =>
  queryOptions({
    queryKey: [...allReservationsFilter.queryKey, search],
    queryFn: ({ signal }) =>
      call(findReservations, search === '' ? {} : { search, ended: '1' }, { signal }),
  })

/** Query options for the days on which buses lead back after an outbound trip. */
export const returnDaysQuery = ({ from, to, arrives_at }: TripDetail) =>
  queryOptions({
    queryKey: ['returnDays', to.city.code, from.city.code, arrives_at],
    queryFn: ({ signal }) =>
      call(
        listReturnDays,
        { from: to.city.code, to: from.city.code, after: arrives_at },
        { signal },
      ),
  })

/** Query options for whether the operator takes reservations, and until when they last. */
export const reservationTermsQuery = queryOptions({
  queryKey: ['reservationTerms'],
  queryFn: ({ signal }) => call(getReservationTerms, {}, { signal }),
})

/** Query options for a trip part with its seat map. Polled, since others sell seats at the same time. */
export const seatsQuery = (id: string) =>
  queryOptions({
    queryKey: ['seatsToSell', id],
    queryFn: ({ signal }) => call(getTrip, { id }, { signal }),
    refetchInterval: () => !isSavingData() && 15_000,
  })

/** Query options for a parcel that the counter sold. The answer may contain its PIN, so it is not cached. */
export const parcelSaleQuery = (reference: string) =>
  queryOptions({
    queryKey: [salesKey, 'parcel', reference],
    queryFn: ({ signal }) => call(getParcelSale, { reference }, { signal }),
    gcTime: 0,
  })

/** Query options for the lists from which parcels are chosen and priced. */
export const parcelListsQuery = queryOptions({
  queryKey: ['parcelLists'],
  queryFn: async ({ signal }) => {
    const [routes, locations, sizes, types, add_ons] = await Promise.all([
      call(listParcelRoutes, {}, { signal }),
      call(listLocations, {}, { signal }),
      call(listParcelSizes, {}, { signal }),
      call(listParcelTypes, {}, { signal }),
      call(listParcelAddOns, {}, { signal }),
    ])
    return { routes, locations, sizes, types, add_ons }
  },
  staleTime: 3_600_000,
})

/** Query options for the kinds of travellers. Unlike a traveller's phone, the desk stores no lists. */
export const passengerTypesQuery = queryOptions({
  queryKey: ['passengerTypes'],
  queryFn: ({ signal }) => call(listPassengerTypes, {}, { signal }),
  staleTime: 3_600_000,
})
