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
  summary: 'Asks operators who serve the place for a vehicle; they answer with offers',
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
  summary: 'My requests with their offers, the newest first',
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
  summary: 'A request of mine with its offers side by side',
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
    'Takes an offer: a charter that waits for its first payment; the other offers are declined',
  method: 'POST',
  path: '/v1/{p}/charter-requests/{reference}/acceptance',
  access: 'user',
  input: AcceptOfferInput,
  output: Charter,
  refusals: ['not_found', 'charter_closed', 'vehicle_taken', 'price_changed', 'too_many_holds'],
  idempotency: 'required',
})

export const withdrawCharterRequest = endpoint({
  name: 'withdrawCharterRequest',
  summary: 'Takes a request of mine back; its offers end',
  method: 'DELETE',
  path: '/v1/{p}/charter-requests/{reference}',
  access: 'user',
  input: requestName,
  output: CharterRequest,
  refusals: ['not_found', 'charter_closed'],
})

export const listOperatorCharterRequests = endpoint({
  name: 'listOperatorCharterRequests',
  summary: 'Open requests that the operator has a vehicle for, without names and phones',
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
  summary: 'Offers a vehicle for a request; offered again, the offer before is replaced',
  method: 'POST',
  path: '/v1/{p}/operator/charter-requests/{reference}/offers',
  access: 'operator',
  scope: 'charters',
  input: OfferInput,
  output: OperatorOffer,
  refusals: ['not_found', 'charter_closed', 'vehicle_taken'],
  idempotency: 'required',
})

export const listOperatorOffers = endpoint({
  name: 'listOperatorOffers',
  summary: 'What the operator offered and what became of it, the newest first',
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
  summary: 'Takes an offer back that nobody has accepted',
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
  summary: 'Vehicles of the operator with the days on which they are taken',
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
  summary: 'Blocks days of a vehicle, or frees them; days of charters stay',
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
  summary: 'Charters of the operator that are not over, the next start first',
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
  summary: 'Says who drives a charter and in which vehicle; who hired it is told',
  method: 'PUT',
  path: '/v1/{p}/operator/charters/{reference}/driver',
  access: 'operator',
  scope: 'charters',
  input: DriverInput,
  output: OperatorCharter,
  refusals: ['not_found', 'charter_closed'],
  idempotency: 'optional',
})

export const startCharter = endpoint({
  name: 'startCharter',
  summary: 'Begins a charter with the code that who hired it said to the driver',
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
  summary: 'Ends a charter with its other code',
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
  summary: 'The operator cannot do it: everything that was paid goes back',
  method: 'POST',
  path: '/v1/{p}/operator/charters/{reference}/failure',
  access: 'operator',
  scope: 'charters',
  input: FailureInput,
  output: OperatorCharter,
  refusals: ['not_found', 'charter_closed'],
  idempotency: 'required',
})
