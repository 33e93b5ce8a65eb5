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
    'Providers and channels, for each channel the best provider first; with a booking, parcel, charter or invoice, those that can finish before its deadline',
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
  summary: 'Starts a payment with a provider and a channel, or from the wallet',
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
  summary: 'The last known status of a payment',
  method: 'GET',
  path: '/v1/{p}/payments/{reference}',
  access: 'owner',
  input: z.strictObject({ reference: paymentReference }),
  output: Payment,
  refusals: ['not_found'],
})

export const verifyPayment = endpoint({
  name: 'verifyPayment',
  summary: '"Has my payment landed?": verifies with the provider now, up to ten times',
  method: 'POST',
  path: '/v1/{p}/payments/{reference}/verify',
  access: 'owner',
  input: z.strictObject({ reference: paymentReference }),
  output: Payment,
  refusals: ['not_found', 'verify_limit'],
})

export const takeWebhook = endpoint({
  name: 'takeWebhook',
  summary: 'Webhook of a payment company, signed in its own header',
  method: 'POST',
  path: '/v1/{p}/webhooks/{provider}',
  access: 'provider',
  input: WebhookInput,
  output: z.object({ received: z.boolean() }),
  refusals: ['bad_signature'],
})
