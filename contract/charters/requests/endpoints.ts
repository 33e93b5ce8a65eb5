import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { pageInput } from '#contract/charters/model'
import { PageMeta, id } from '#contract/shapes'
import { Charter } from '#contract/charters/trips/model'
import {
  AcceptCharterOfferInput,
  CharterRequest,
  CharterRequestInput,
  CharterOfferInput,
  OperatorCharterRequest,
  OperatorOffer,
  RequestReferenceInput,
} from './model.ts'

export const createCharterRequest = endpoint({
  name: 'createCharterRequest',
  summary: 'Asks operators who serve the place for offers',
  method: 'POST',
  path: '/v1/{p}/charter-requests',
  access: 'user',
  input: CharterRequestInput,
  output: CharterRequest,
  refusals: ['too_many_requests'],
  idempotency: 'required',
})

export const listCharterRequests = endpoint({
  name: 'listCharterRequests',
  summary: 'My charter requests with their offers, newest first',
  method: 'GET',
  path: '/v1/{p}/charter-requests',
  access: 'user',
  input: pageInput,
  output: z.array(CharterRequest),
  meta: PageMeta,
  refusals: [],
})

export const getCharterRequest = endpoint({
  name: 'getCharterRequest',
  summary: 'One of my charter requests with its offers',
  method: 'GET',
  path: '/v1/{p}/charter-requests/{reference}',
  access: 'user',
  input: RequestReferenceInput,
  output: CharterRequest,
  refusals: ['not_found'],
})

export const acceptCharterOffer = endpoint({
  name: 'acceptCharterOffer',
  summary:
    'Accepts an offer: creates a charter awaiting its first payment and declines the other offers',
  method: 'POST',
  path: '/v1/{p}/charter-requests/{reference}/acceptance',
  access: 'user',
  input: AcceptCharterOfferInput,
  output: Charter,
  refusals: [
    'not_found',
    'charter_closed',
    'vehicle_taken',
    'price_changed',
    'too_many_holds',
    'network_busy',
  ],
  idempotency: 'required',
})

export const withdrawCharterRequest = endpoint({
  name: 'withdrawCharterRequest',
  summary: 'Cancels one of my charter requests and its offers',
  method: 'DELETE',
  path: '/v1/{p}/charter-requests/{reference}',
  access: 'user',
  input: RequestReferenceInput,
  output: CharterRequest,
  refusals: ['not_found', 'charter_closed'],
})

export const listOperatorCharterRequests = endpoint({
  name: 'listOperatorCharterRequests',
  summary: 'Open requests that fit the operator’s vehicles, without names and phones',
  method: 'GET',
  path: '/v1/{p}/operator/charter-requests',
  access: 'operator',
  scope: 'charters',
  input: pageInput,
  output: z.array(OperatorCharterRequest),
  meta: PageMeta,
  refusals: [],
})

export const offerCharter = endpoint({
  name: 'offerCharter',
  summary: 'Offers a vehicle for a request; a new offer replaces the previous one',
  method: 'POST',
  path: '/v1/{p}/operator/charter-requests/{reference}/offers',
  access: 'operator',
  scope: 'charters',
  input: CharterOfferInput,
  output: OperatorOffer,
  refusals: ['not_found', 'charter_closed', 'vehicle_taken', 'too_many_requests'],
  idempotency: 'required',
})

export const listOperatorOffers = endpoint({
  name: 'listOperatorOffers',
  summary: 'The operator’s offers and their outcome, newest first',
  method: 'GET',
  path: '/v1/{p}/operator/charter-offers',
  access: 'operator',
  scope: 'charters',
  input: pageInput,
  output: z.array(OperatorOffer),
  meta: PageMeta,
  refusals: [],
})

export const withdrawCharterOffer = endpoint({
  name: 'withdrawCharterOffer',
  summary: 'Withdraws an offer that nobody has accepted',
  method: 'DELETE',
  path: '/v1/{p}/operator/charter-offers/{id}',
  access: 'operator',
  scope: 'charters',
  input: z.strictObject({ id }),
  output: OperatorOffer,
  refusals: ['not_found', 'charter_closed'],
})
