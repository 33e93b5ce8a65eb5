import {
  findTrips,
  getMotorPark,
  getTrip,
  listDepartures,
  listMotorParks,
  listRoutes,
} from '#contract/trips/endpoints'
import { call, type CallInput } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { isSavingData } from '#lib/online'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** The answer to a search. Until it arrives, the answer to the previous search of the same route. */
type SearchResult = Awaited<ReturnType<typeof call<typeof findTrips>>> & {
  /** The answer is for another day. Only its week of fares is valid for this search. */
  is_other_day?: boolean
}

/** Query options for the trips that match a search. Recent searches are stored on the phone for a week. */
export const findTripsQuery = (search: CallInput<typeof findTrips>) =>
  queryOptions({
    queryKey: ['findTrips', search] as const,
    queryFn: ({ signal, client }): Promise<SearchResult> => {
      const has_data = client.getQueryData(['findTrips', search]) !== undefined
      return call(findTrips, search, { signal, has_data })
    },
    staleTime: 30_000,
    placeholderData: (before: SearchResult | undefined, query) => {
      const was = query?.queryKey[1]
      if (before === undefined || was?.from !== search.from || was?.to !== search.to) return
      return { ...before, is_other_day: was.date !== search.date }
    },
    ...retention.week(findTrips.shape),
  })

/** Query options for one trip with its seat map. It is polled while visible, because seats change. */
export const getTripQuery = (id: string) =>
  queryOptions({
    queryKey: ['getTrip', id],
    queryFn: ({ signal }) => call(getTrip, { id }, { signal }),
    staleTime: 10_000,
    refetchInterval: () => !isSavingData() && 30_000,
    ...retention.day(getTrip.shape),
  })

/** Query options for the motor parks, of one city if `city` names it, twenty per page. */
export const listMotorParksQuery = (search: Pick<CallInput<typeof listMotorParks>, 'city'>) =>
  infiniteQueryOptions({
    queryKey: ['listMotorParks', search],
    queryFn: ({ signal, pageParam }) =>
      call(listMotorParks, { ...search, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('code'),
    staleTime: 3_600_000,
    ...retention.month(listMotorParks.shape),
  })

/** Query options for the routes between cities, from one city if `from` names it, fifty per page. */
export const listRoutesQuery = (search: Pick<CallInput<typeof listRoutes>, 'from'>) =>
  infiniteQueryOptions({
    queryKey: ['listRoutes', search],
    queryFn: ({ signal, pageParam }) =>
      call(listRoutes, { ...search, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('from', 'to'),
    staleTime: 3_600_000,
    ...retention.month(listRoutes.shape),
  })

/** Query options for one motor park, stored on the phone for a month. */
export const getMotorParkQuery = (park: string) =>
  queryOptions({
    queryKey: ['getMotorPark', park],
    queryFn: ({ signal }) => call(getMotorPark, { park }, { signal }),
    staleTime: 3_600_000,
    ...retention.month(getMotorPark.shape),
  })

/** Query options for the ride board of a motor park: its next departures. */
export const listDeparturesQuery = (park: string) =>
  queryOptions({
    queryKey: ['listDepartures', park],
    queryFn: ({ signal }) => call(listDepartures, { park }, { signal }),
    staleTime: 60_000,
    refetchInterval: () => !isSavingData() && 60_000,
    ...retention.day(listDepartures.shape),
  })
