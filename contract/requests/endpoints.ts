import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, count, id, page, PageMeta, perPage } from '#contract/shapes'
import {
  enoughTravellers,
  JoinRequestInput,
  JoinWaitingListInput,
  OfferDepartureInput,
  QueuePlace,
  RouteAlert,
  RouteAlertInput,
  TravelRequest,
  TripWish,
  WantedRoad,
} from './model.ts'

export const listTravelRequests = endpoint({
  name: 'listTravelRequests',
  summary: 'Roads that people ask for, the most wanted first; of one road when asked',
  method: 'GET',
  path: '/v1/{p}/travel-requests',
  access: 'anyone',
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

/** `client_ref` is the phone's own id for the wish: sent again, it is asked once. */
export const askForTrip = endpoint({
  name: 'askForTrip',
  summary: 'Asks for a road nobody drives; who asks for the same joins the others',
  method: 'POST',
  path: '/v1/{p}/travel-requests',
  access: 'user',
  input: TripWish,
  output: QueuePlace,
  refusals: ['already_waiting', 'too_many_queues'],
  idempotency: 'required',
})

export const joinTravelRequest = endpoint({
  name: 'joinTravelRequest',
  summary: 'Joins those who ask for a road',
  method: 'POST',
  path: '/v1/{p}/travel-requests/{request}/joins',
  access: 'user',
  input: JoinRequestInput,
  output: QueuePlace,
  refusals: ['not_found', 'already_waiting', 'too_many_queues'],
  idempotency: 'required',
})

export const joinWaitingList = endpoint({
  name: 'joinWaitingList',
  summary: 'Joins the waiting list of a departure that is sold out',
  method: 'POST',
  path: '/v1/{p}/trips/{trip_id}/waiting-list',
  access: 'user',
  input: JoinWaitingListInput,
  output: QueuePlace,
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
  output: z.array(QueuePlace),
  meta: PageMeta,
  refusals: [],
})

export const leaveQueue = endpoint({
  name: 'leaveQueue',
  summary: 'Leaves a queue; an open offer is given up with it and goes to the next',
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
    'Gives the offered seats to the next; a travel request goes on waiting for another departure',
  method: 'DELETE',
  path: '/v1/{p}/profile/travel-requests/{id}/offer',
  access: 'user',
  input: z.strictObject({ id }),
  output: QueuePlace,
  refusals: ['not_found', 'already_paid', 'booking_not_open'],
})

export const watchRoute = endpoint({
  name: 'watchRoute',
  summary: 'Tells me when a road gets this cheap, or when its first departure is on sale',
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
  summary: 'What I watch, newest first',
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
  summary: 'Watches no longer',
  method: 'DELETE',
  path: '/v1/{p}/profile/route-alerts/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})

export const listWantedRoads = endpoint({
  name: 'listWantedRoads',
  summary: 'Roads that enough travellers want, the most wanted first',
  method: 'GET',
  path: '/v1/{p}/operators/travel-requests',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({
    from: z.optional(code),
    to: z.optional(code),
    min_travellers: z._default(count(1, 1000), enoughTravellers),
    page,
    per_page: perPage(20),
  }),
  output: z.array(WantedRoad),
  meta: PageMeta,
  refusals: [],
})

export const offerDeparture = endpoint({
  name: 'offerDeparture',
  summary: 'Offers a departure to those who asked: seats are held for them in their order',
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
