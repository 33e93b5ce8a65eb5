import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { PageMeta, id, page, perPage, reference } from '#contract/shapes'
import { Airport, BookAirportInput, ChangeFlightInput } from './airports.ts'
import {
  BookCharterInput,
  ChangeDatesInput,
  Charter,
  CharterCancellation,
  CharterQuote,
  CharterQuoteInput,
  ReviewInput,
  charterName,
} from './model.ts'
import {
  CharterReview,
  CharterSearch,
  CharterVehicle,
  CharterVehicleDetail,
  VehicleMeta,
  vehicleId,
} from './vehicle.ts'

export const listCharterVehicles = endpoint({
  name: 'listCharterVehicles',
  summary: 'Vehicles for hire with a driver; with a date, only those free on that day',
  method: 'GET',
  path: '/v1/{p}/charter-vehicles',
  access: 'anyone',
  input: CharterSearch,
  output: z.array(CharterVehicle),
  meta: VehicleMeta,
  refusals: [],
})

export const getCharterVehicle = endpoint({
  name: 'getCharterVehicle',
  summary: 'One vehicle with its terms, free days and reviews',
  method: 'GET',
  path: '/v1/{p}/charter-vehicles/{id}',
  access: 'anyone',
  input: vehicleId,
  output: CharterVehicleDetail,
  refusals: ['not_found'],
})

export const listVehicleReviews = endpoint({
  name: 'listVehicleReviews',
  summary: 'Reviews of a vehicle, newest first',
  method: 'GET',
  path: '/v1/{p}/charter-vehicles/{id}/reviews',
  access: 'anyone',
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
  input: z.strictObject({}),
  output: z.array(Airport),
  refusals: [],
})

export const bookCharter = endpoint({
  name: 'bookCharter',
  summary: 'Books a vehicle; it is held until the first payment is due',
  method: 'POST',
  path: '/v1/{p}/charters',
  access: 'user',
  input: BookCharterInput,
  output: Charter,
  refusals: ['not_found', 'vehicle_taken', 'price_changed', 'too_many_holds', 'network_busy'],
  idempotency: 'required',
})

export const bookAirport = endpoint({
  name: 'bookAirport',
  summary: 'Books an airport transfer at a fixed price',
  method: 'POST',
  path: '/v1/{p}/airport-charters',
  access: 'user',
  input: BookAirportInput,
  output: Charter,
  refusals: ['not_found', 'vehicle_taken', 'price_changed', 'too_many_holds', 'network_busy'],
  idempotency: 'required',
})

export const listCharters = endpoint({
  name: 'listCharters',
  summary: 'My charters, upcoming first',
  method: 'GET',
  path: '/v1/{p}/charters',
  access: 'user',
  input: z.strictObject({
    state: z.optional(z.enum(['coming', 'past', 'cancelled'])),
    per_page: perPage(20),
    page,
  }),
  output: z.array(Charter),
  meta: PageMeta,
  refusals: [],
})

export const getCharter = endpoint({
  name: 'getCharter',
  summary: 'One of my charters with its instalments, driver and codes',
  method: 'GET',
  path: '/v1/{p}/charters/{reference}',
  access: 'user',
  input: charterName,
  output: Charter,
  refusals: ['not_found'],
})

export const getCharterContract = endpoint({
  name: 'getCharterContract',
  summary: 'The contract of one of my charters, once the price or deposit is paid (PDF)',
  method: 'GET',
  path: '/v1/{p}/charters/{reference}/contract.pdf',
  access: 'user',
  input: charterName,
  output: z.unknown(),
  refusals: ['not_found', 'charter_closed'],
  file: 'application/pdf',
})

export const previewCharterCancellation = endpoint({
  name: 'previewCharterCancellation',
  summary: 'Previews the refund for cancelling one of my charters now',
  method: 'GET',
  path: '/v1/{p}/charters/{reference}/cancellation',
  access: 'user',
  input: charterName,
  output: CharterCancellation,
  refusals: ['not_found', 'cancellation_closed'],
})

export const cancelCharter = endpoint({
  name: 'cancelCharter',
  summary: 'Cancels one of my charters; `refund_kobo` is the previewed refund',
  method: 'POST',
  path: '/v1/{p}/charters/{reference}/cancellation',
  access: 'user',
  input: z.strictObject({
    reference,
    refund_kobo: CharterCancellation.shape.refund_kobo,
    refund_to: z._default(z.enum(['wallet', 'source']), 'wallet'),
  }),
  output: Charter,
  refusals: ['not_found', 'cancellation_closed', 'price_changed'],
  idempotency: 'required',
})

export const changeCharterDates = endpoint({
  name: 'changeCharterDates',
  summary: 'Moves one of my charters to other days, free of charge until 7 days before',
  method: 'POST',
  path: '/v1/{p}/charters/{reference}/dates',
  access: 'user',
  input: ChangeDatesInput,
  output: Charter,
  refusals: ['not_found', 'charter_closed', 'vehicle_taken'],
  idempotency: 'required',
})

export const changeCharterFlight = endpoint({
  name: 'changeCharterFlight',
  summary: 'Changes the flight number or time; the pick-up moves with it',
  method: 'POST',
  path: '/v1/{p}/charters/{reference}/flight',
  access: 'user',
  input: ChangeFlightInput,
  output: Charter,
  refusals: ['not_found', 'charter_closed', 'vehicle_taken'],
  idempotency: 'required',
})

export const reviewCharter = endpoint({
  name: 'reviewCharter',
  summary: 'Reviews one of my finished charters, or changes my review',
  method: 'POST',
  path: '/v1/{p}/charters/{reference}/review',
  access: 'user',
  input: ReviewInput,
  output: Charter,
  refusals: ['not_found', 'charter_closed', 'review_closed'],
  idempotency: 'required',
})
