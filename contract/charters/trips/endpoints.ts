import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { pageInput } from '#contract/charters/model'
import { PageMeta, page, perPage, reference } from '#contract/shapes'
import {
  BookAirportTransferInput,
  BookCharterInput,
  ChangeDatesInput,
  ChangeFlightInput,
  Charter,
  CharterCancellationPreview,
  CharterCodeInput,
  CharterDriverInput,
  CharterFailureInput,
  OperatorCharter,
  CharterReviewInput,
  CharterReferenceInput,
} from './model.ts'

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
  input: BookAirportTransferInput,
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
  input: CharterReferenceInput,
  output: Charter,
  refusals: ['not_found'],
})

export const getCharterContract = endpoint({
  name: 'getCharterContract',
  summary: 'The contract of one of my charters, once the price or deposit is paid (PDF)',
  method: 'GET',
  path: '/v1/{p}/charters/{reference}/contract.pdf',
  access: 'user',
  input: CharterReferenceInput,
  output: z.unknown(),
  refusals: ['not_found', 'charter_closed'],
  file: 'application/pdf',
  is_costly: true,
})

export const previewCharterCancellation = endpoint({
  name: 'previewCharterCancellation',
  summary: 'Previews the refund for cancelling one of my charters now',
  method: 'GET',
  path: '/v1/{p}/charters/{reference}/cancellation',
  access: 'user',
  input: CharterReferenceInput,
  output: CharterCancellationPreview,
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
    refund_kobo: CharterCancellationPreview.shape.refund_kobo,
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
  input: CharterReviewInput,
  output: Charter,
  refusals: ['not_found', 'charter_closed', 'review_closed'],
  idempotency: 'required',
})

export const listOperatorCharters = endpoint({
  name: 'listOperatorCharters',
  summary: 'The operator’s charters that are not over, by start',
  method: 'GET',
  path: '/v1/{p}/operator/charters',
  access: 'operator',
  scope: 'charters',
  input: pageInput,
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
  input: CharterDriverInput,
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
  input: CharterCodeInput,
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
  input: CharterCodeInput,
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
  needs_factor: true,
  input: CharterFailureInput,
  output: OperatorCharter,
  refusals: ['not_found', 'charter_closed'],
  idempotency: 'required',
})
