import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { PageMeta, id, page, perPage } from '#contract/shapes'
import { Charter, CharterRequestInput } from './model.ts'
import {
  CodeInput,
  DriverInput,
  FailureInput,
  OperatorCharter,
  OperatorVehicle,
  VehicleDaysInput,
} from './operator.ts'
import {
  AcceptOfferInput,
  CharterRequest,
  OfferInput,
  OperatorCharterRequest,
  OperatorOffer,
  requestName,
} from './requests.ts'

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

const paged = z.strictObject({ per_page: perPage(20), page })

export const listCharterRequests = endpoint({
  name: 'listCharterRequests',
  summary: 'My charter requests with their offers, newest first',
  method: 'GET',
  path: '/v1/{p}/charter-requests',
  access: 'user',
  input: paged,
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
  input: requestName,
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
  input: AcceptOfferInput,
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
  input: requestName,
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
  input: paged,
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
  input: OfferInput,
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
  input: paged,
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

export const listOperatorVehicles = endpoint({
  name: 'listOperatorVehicles',
  summary: 'The operator’s vehicles with the days on which they are booked',
  method: 'GET',
  path: '/v1/{p}/operator/charter-vehicles',
  access: 'operator',
  scope: 'charters',
  input: paged,
  output: z.array(OperatorVehicle),
  meta: PageMeta,
  refusals: [],
})

export const setVehicleDays = endpoint({
  name: 'setVehicleDays',
  summary: 'Blocks or frees days of a vehicle; days of charters cannot be freed',
  method: 'PUT',
  path: '/v1/{p}/operator/charter-vehicles/{id}/days',
  access: 'operator',
  scope: 'charters',
  input: VehicleDaysInput,
  output: OperatorVehicle,
  refusals: ['not_found', 'vehicle_taken'],
  idempotency: 'optional',
})

export const listOperatorCharters = endpoint({
  name: 'listOperatorCharters',
  summary: 'The operator’s charters that are not over, by start',
  method: 'GET',
  path: '/v1/{p}/operator/charters',
  access: 'operator',
  scope: 'charters',
  input: paged,
  output: z.array(OperatorCharter),
  meta: PageMeta,
  refusals: [],
})

export const setCharterDriver = endpoint({
  name: 'setCharterDriver',
  summary: 'Names the driver and vehicle of a charter; the customer is told',
  method: 'PUT',
  path: '/v1/{p}/operator/charters/{reference}/driver',
  access: 'operator',
  scope: 'charters',
  input: DriverInput,
  output: OperatorCharter,
  refusals: ['not_found', 'charter_closed', 'too_many_requests'],
  idempotency: 'optional',
})

export const startCharter = endpoint({
  name: 'startCharter',
  summary: 'Starts a charter with the start code the customer gave the driver',
  method: 'POST',
  path: '/v1/{p}/operator/charters/{reference}/start',
  access: 'operator',
  scope: 'charters',
  input: CodeInput,
  output: OperatorCharter,
  refusals: ['not_found', 'charter_closed', 'wrong_code', 'too_many_requests'],
  idempotency: 'handler',
})

export const endCharter = endpoint({
  name: 'endCharter',
  summary: 'Ends a charter with its end code',
  method: 'POST',
  path: '/v1/{p}/operator/charters/{reference}/end',
  access: 'operator',
  scope: 'charters',
  input: CodeInput,
  output: OperatorCharter,
  refusals: ['not_found', 'charter_closed', 'wrong_code', 'too_many_requests'],
  idempotency: 'handler',
})

export const failCharter = endpoint({
  name: 'failCharter',
  summary: 'The operator cancels a charter; everything that was paid is refunded',
  method: 'POST',
  path: '/v1/{p}/operator/charters/{reference}/failure',
  access: 'operator',
  scope: 'charters',
  input: FailureInput,
  output: OperatorCharter,
  refusals: ['not_found', 'charter_closed'],
  idempotency: 'required',
})
