import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, count, id, page, PageMeta, perPage } from '#contract/shapes'
import {
  JoinTravelRequestInput,
  JoinWaitingListInput,
  OfferDepartureInput,
  WaitlistEntry,
  RouteAlert,
  RouteAlertInput,
  TravelRequest,
  TravelRequestInput,
  RequestedRoute,
} from './model.ts'
import { minTravellersToNotify } from './rules.ts'

export const listTravelRequests = endpoint({
  name: 'listTravelRequests',
  summary: 'Requested routes, most wanted first; optionally of one route',
  method: 'GET',
  path: '/v1/{p}/travel-requests',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({
    from: z.optional(code),
    to: z.optional(code),
    page,
    per_page: perPage(20),
  }),
  output: z.array(TravelRequest),
  meta: PageMeta,
  refusals: [],
})

/** `client_ref` is the phone's id for the request; a repeated call makes no second request. */
export const askForTrip = endpoint({
  name: 'askForTrip',
  summary: 'Requests a route that no bus serves, or joins an equal request',
  method: 'POST',
  path: '/v1/{p}/travel-requests',
  access: 'user',
  input: TravelRequestInput,
  output: WaitlistEntry,
  refusals: ['already_waiting', 'too_many_queues'],
  idempotency: 'required',
})

export const joinTravelRequest = endpoint({
  name: 'joinTravelRequest',
  summary: 'Joins a travel request',
  method: 'POST',
  path: '/v1/{p}/travel-requests/{request}/joins',
  access: 'user',
  input: JoinTravelRequestInput,
  output: WaitlistEntry,
  refusals: ['not_found', 'already_waiting', 'too_many_queues'],
  idempotency: 'required',
})

export const joinWaitingList = endpoint({
  name: 'joinWaitingList',
  summary: 'Joins the waiting list of a sold-out departure',
  method: 'POST',
  path: '/v1/{p}/trips/{trip_id}/waiting-list',
  access: 'user',
  input: JoinWaitingListInput,
  output: WaitlistEntry,
  refusals: [
    'not_found',
    'trip_not_on_sale',
    'fare_unknown',
    'seats_free',
    'already_waiting',
    'too_many_queues',
  ],
  idempotency: 'required',
})

export const listMyTravelRequests = endpoint({
  name: 'listMyTravelRequests',
  summary: 'My travel requests and waiting lists with their offers, newest first',
  method: 'GET',
  path: '/v1/{p}/profile/travel-requests',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(WaitlistEntry),
  meta: PageMeta,
  refusals: [],
})

export const leaveQueue = endpoint({
  name: 'leaveQueue',
  summary: 'Leaves a queue; an open offer passes to the next person',
  method: 'DELETE',
  path: '/v1/{p}/profile/travel-requests/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ left: z.boolean() }),
  refusals: ['not_found', 'already_paid', 'booking_not_open'],
})

export const declineOffer = endpoint({
  name: 'declineOffer',
  summary:
    'Declines the offered seats, which pass to the next person; a travel request keeps waiting for another departure',
  method: 'DELETE',
  path: '/v1/{p}/profile/travel-requests/{id}/offer',
  access: 'user',
  input: z.strictObject({ id }),
  output: WaitlistEntry,
  refusals: ['not_found', 'already_paid', 'booking_not_open'],
})

export const watchRoute = endpoint({
  name: 'watchRoute',
  summary: 'Watches a route for a price, or for its first departure on sale',
  method: 'POST',
  path: '/v1/{p}/route-alerts',
  access: 'user',
  input: RouteAlertInput,
  output: RouteAlert,
  refusals: ['already_waiting', 'too_many_queues', 'alert_way_missing'],
  idempotency: 'required',
})

export const listRouteAlerts = endpoint({
  name: 'listRouteAlerts',
  summary: 'My watched routes, newest first',
  method: 'GET',
  path: '/v1/{p}/profile/route-alerts',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(RouteAlert),
  meta: PageMeta,
  refusals: [],
})

export const deleteRouteAlert = endpoint({
  name: 'deleteRouteAlert',
  summary: 'Stops watching',
  method: 'DELETE',
  path: '/v1/{p}/profile/route-alerts/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})

export const listRequestedRoutes = endpoint({
  name: 'listRequestedRoutes',
  summary: 'Routes that enough travellers want, most wanted first',
  method: 'GET',
  path: '/v1/{p}/operators/travel-requests',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({
    from: z.optional(code),
    to: z.optional(code),
    min_travellers: z._default(count(1, 1000), minTravellersToNotify),
    page,
    per_page: perPage(20),
  }),
  output: z.array(RequestedRoute),
  meta: PageMeta,
  refusals: [],
})

export const offerDeparture = endpoint({
  name: 'offerDeparture',
  summary: 'Offers a departure for a travel request: seats are held for its travellers in order',
  method: 'POST',
  path: '/v1/{p}/travel-requests/{request}/departures',
  access: 'operator',
  scope: 'departures',
  input: OfferDepartureInput,
  output: z.object({
    trip_id: z.string(),
    people_offered: z.int(),
    seats_offered: z.int(),
    travellers_waiting: z.int(),
  }),
  refusals: ['not_found', 'trip_not_on_sale', 'fare_unknown', 'already_offered'],
  idempotency: 'required',
})
