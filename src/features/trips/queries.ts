import { findTrips, getMotorPark, getTrip, listDepartures } from '#contract/trips/endpoints'
import { call, type CallInput } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { savesData } from '#lib/online'
import { queryOptions } from '@tanstack/react-query'

/** The answer to a search; until it comes, the answer to the search before. */
type SearchResult = Awaited<ReturnType<typeof call<typeof findTrips>>> & {
  /** For the same route on another day: only its week is valid for this search. */
  is_other_day?: boolean
}

/** Trips of a search; the last searches stay on the phone for a week. */
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
    ...retention.week,
  })

/** One trip with its seat map; seats change, so it is polled while visible. */
export const getTripQuery = (id: string) =>
  queryOptions({
    queryKey: ['getTrip', id],
    queryFn: ({ signal }) => call(getTrip, { id }, { signal }),
    staleTime: 10_000,
    refetchInterval: () => !savesData() && 30_000,
    ...retention.day,
  })

/** One motor park. */
export const getMotorParkQuery = (park: string) =>
  queryOptions({
    queryKey: ['getMotorPark', park],
    queryFn: ({ signal }) => call(getMotorPark, { park }, { signal }),
    staleTime: 3_600_000,
    ...retention.month,
  })

/** The ride board of a motor park: the next departures. */
export const listDeparturesQuery = (park: string) =>
  queryOptions({
    queryKey: ['listDepartures', park],
    queryFn: ({ signal }) => call(listDepartures, { park }, { signal }),
    staleTime: 60_000,
    refetchInterval: () => !savesData() && 60_000,
    ...retention.day,
  })
