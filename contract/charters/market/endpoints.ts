import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { pageInput } from '#contract/charters/model'
import { PageMeta, id, page, perPage } from '#contract/shapes'
import {
  Airport,
  CharterQuote,
  CharterQuoteInput,
  CharterReview,
  CharterSearch,
  CharterVehicle,
  CharterVehicleDetail,
  OperatorVehicle,
  VehicleDaysInput,
  CharterVehiclesMeta,
  VehicleIdInput,
} from './model.ts'

export const listCharterVehicles = endpoint({
  name: 'listCharterVehicles',
  summary: 'Vehicles to charter with a driver; with a date, only those free on that day',
  method: 'GET',
  path: '/v1/{p}/charter-vehicles',
  access: 'anyone',
  shared_cache_s: 10,
  input: CharterSearch,
  output: z.array(CharterVehicle),
  meta: CharterVehiclesMeta,
  refusals: [],
})

export const getCharterVehicle = endpoint({
  name: 'getCharterVehicle',
  summary: 'One vehicle with its terms, free days and reviews',
  method: 'GET',
  path: '/v1/{p}/charter-vehicles/{id}',
  access: 'anyone',
  shared_cache_s: 10,
  input: VehicleIdInput,
  output: CharterVehicleDetail,
  refusals: ['not_found'],
})

export const listVehicleReviews = endpoint({
  name: 'listVehicleReviews',
  summary: 'Reviews of a vehicle, newest first',
  method: 'GET',
  path: '/v1/{p}/charter-vehicles/{id}/reviews',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ id, per_page: perPage(20), page }),
  output: z.array(CharterReview),
  meta: PageMeta,
  refusals: ['not_found'],
})

export const quoteCharter = endpoint({
  name: 'quoteCharter',
  summary: 'The price of a journey with a vehicle: distance, days, nights and VAT, line by line',
  method: 'POST',
  path: '/v1/{p}/charters/quotes',
  access: 'anyone',
  input: CharterQuoteInput,
  output: CharterQuote,
  refusals: ['not_found'],
})

export const listAirports = endpoint({
  name: 'listAirports',
  summary: 'Airports with scheduled flights, with fixed prices by zone',
  method: 'GET',
  path: '/v1/{p}/airports',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({}),
  output: z.array(Airport),
  refusals: [],
})

export const listOperatorVehicles = endpoint({
  name: 'listOperatorVehicles',
  summary: 'The operator’s vehicles with the days on which they are booked',
  method: 'GET',
  path: '/v1/{p}/operator/charter-vehicles',
  access: 'operator',
  scope: 'charters',
  input: pageInput,
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
