import {
  declineOffer,
  deleteRouteAlert,
  joinTravelRequest,
  joinWaitingList,
  leaveQueue,
  listMyTravelRequests,
  listRouteAlerts,
  listTravelRequests,
  watchRoute,
} from '#contract/waitlist/endpoints'
import { makePollInterval } from '#lib/live'
import { useRefreshWhenSent } from '#features/offline'
import { call, type CallInput } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { queryOptions, useQueryClient } from '@tanstack/react-query'

/**
 * Query options for the user's travel requests and waiting lists. An offer ends after half an hour, so stored data is
 * never fresh.
 */
export const myTravelRequestsQuery = queryOptions({
  queryKey: ['listMyTravelRequests'],
  queryFn: ({ signal }) => call(listMyTravelRequests, { per_page: 100 }, { signal }),
  staleTime: 0,
  refetchInterval: makePollInterval(30_000),
  ...retention.week(listMyTravelRequests.shape),
})

/** Query options for the newest 100 alerts of the user, including those that have ended. */
export const routeAlertsQuery = queryOptions({
  queryKey: ['listRouteAlerts'],
  queryFn: ({ signal }) => call(listRouteAlerts, { per_page: 100 }, { signal }),
  staleTime: 60_000,
  ...retention.week(listRouteAlerts.shape),
})

/** Query options for the requests of other people for a route. */
export const travelRequestsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['listTravelRequests', from, to],
    queryFn: ({ signal }) => call(listTravelRequests, { from, to, per_page: 5 }, { signal }),
    enabled: from !== '' && to !== '' && from !== to,
    staleTime: 60_000,
    ...retention.day(listTravelRequests.shape),
  })

/** Adds the user to an existing travel request of other people. `key`: the idempotency key. */
export const joinExistingRequest = (input: CallInput<typeof joinTravelRequest>, key: string) =>
  call(joinTravelRequest, input, { key })

/** Puts the user on the waiting list of a sold-out trip. `key`: the idempotency key. */
export const joinWaitlist = (input: CallInput<typeof joinWaitingList>, key: string) =>
  call(joinWaitingList, input, { key })

/** Sets an alert for a price or a first departure on a route. `key`: the idempotency key. */
export const createRouteAlert = (input: CallInput<typeof watchRoute>, key: string) =>
  call(watchRoute, input, { key })

/** Ends an entry of the user in the waitlist, and any seats held for it. `id`: the id of the entry. */
export const leaveWaitlist = (id: string) => call(leaveQueue, { id })

/** Declines the seats held for an entry, which keeps its place in the waitlist. `id`: the id of the entry. */
export const declineSeatOffer = (id: string) => call(declineOffer, { id })

export const deleteAlert = (id: string) => call(deleteRouteAlert, { id })

const lists = [
  myTravelRequestsQuery.queryKey,
  routeAlertsQuery.queryKey,
  ['listTravelRequests'],
] as const

/** Returns a function that loads again the lists that change when the user joins or leaves a waiting list. */
export function useRefreshWaitlists() {
  const queries = useQueryClient()
  return () =>
    Promise.all(lists.map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })))
}

const sentHere = ['travel_request'] as const

/**
 * Loads the user's travel requests and alerts, and the requests of a route, again after each request sent from this
 * phone.
 */
export const useRefreshTravelRequests = () => useRefreshWhenSent(sentHere, lists)
