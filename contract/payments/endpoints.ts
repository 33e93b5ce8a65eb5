import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { invoicePartReference } from '#contract/invoices/model'
import {
  Payment,
  PaymentMethod,
  StartPaymentInput,
  WebhookInput,
  paymentReference,
} from './model.ts'
import { reference } from '#contract/shapes'

export const listPaymentMethods = endpoint({
  name: 'listPaymentMethods',
  summary:
    'Providers and channels, of each channel the provider that does best now first; with a booking, a parcel, a charter or an invoice, those that can finish before its deadline',
  method: 'GET',
  path: '/v1/{p}/payment-methods',
  access: 'anyone',
  input: z.strictObject({
    booking: z.optional(reference),
    parcel: z.optional(reference),
    charter: z.optional(reference),
    invoice: z.optional(invoicePartReference),
  }),
  output: z.array(PaymentMethod),
  refusals: [],
})

export const startPayment = endpoint({
  name: 'startPayment',
  summary: 'Starts paying for a thing with a provider and a channel, or from the wallet',
  method: 'POST',
  path: '/v1/{p}/payments',
  access: 'owner',
  input: StartPaymentInput,
  output: Payment,
  refusals: [
    'not_found',
    'not_signed_in',
    'hold_expired',
    'passengers_missing',
    'already_paid',
    'booking_not_open',
    'parcel_closed',
    'charter_closed',
    'invoice_closed',
    'invoice_order',
    'payment_channel_closed',
    'provider_unavailable',
    'provider_refused',
    'topup_closed',
    'balance_too_low',
    'pin_missing',
    'pin_required',
    'wrong_pin',
    'pin_locked',
  ],
  idempotency: 'handler',
})

export const getPayment = endpoint({
  name: 'getPayment',
  summary: 'Where a payment stands, as far as we know',
  method: 'GET',
  path: '/v1/{p}/payments/{reference}',
  access: 'owner',
  input: z.strictObject({ reference: paymentReference }),
  output: Payment,
  refusals: ['not_found'],
})

export const verifyPayment = endpoint({
  name: 'verifyPayment',
  summary: '"Has my payment landed?": asks the provider now; may be pressed ten times',
  method: 'POST',
  path: '/v1/{p}/payments/{reference}/verify',
  access: 'owner',
  input: z.strictObject({ reference: paymentReference }),
  output: Payment,
  refusals: ['not_found', 'verify_limit'],
})

export const takeWebhook = endpoint({
  name: 'takeWebhook',
  summary: 'A payment company tells of an event, signed in a header of its own',
  method: 'POST',
  path: '/v1/{p}/webhooks/{provider}',
  access: 'provider',
  input: WebhookInput,
  output: z.object({ received: z.boolean() }),
  refusals: ['bad_signature'],
})
