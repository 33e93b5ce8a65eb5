import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { invoicePartReference } from '#contract/invoices/model'
import { photoBodyKb } from '#contract/photo'
import { id, page, PageMeta, perPage, reference } from '#contract/shapes'
import {
  AnswerDisputeInput,
  OutsideRefund,
  Payment,
  PaymentListItem,
  PaymentMethod,
  paymentReference,
  StaffDispute,
  StaffRefund,
  StartPaymentInput,
  WebhookInput,
} from './model.ts'

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

export const listPayments = endpoint({
  name: 'listPayments',
  summary: 'My payments that were made or are on their way, newest first, whatever paid them',
  method: 'GET',
  path: '/v1/{p}/payments',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(PaymentListItem),
  meta: PageMeta,
  refusals: [],
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
  summary: '"I have paid": verifies with the provider now, up to ten times',
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

/* Refunds that a payment company could not finish, for our staff. */

export const listRefundsForStaff = endpoint({
  name: 'listRefundsForStaff',
  summary: 'Refunds that need a person, newest first',
  method: 'GET',
  path: '/v1/{p}/staff/refunds',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(StaffRefund),
  meta: PageMeta,
  refusals: [],
})

export const retryRefund = endpoint({
  name: 'retryRefund',
  summary:
    'Hands a refund that needs a person to its company once more; refuses one that somebody else has taken up',
  method: 'POST',
  path: '/v1/{p}/staff/refunds/{id}/tries',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ id }),
  output: StaffRefund,
  refusals: ['not_found', 'wallet_needs_account'],
  idempotency: 'required',
})

export const sendRefundToWallet = endpoint({
  name: 'sendRefundToWallet',
  summary:
    'Sends a refund that needs a person into the wallet of the account that paid, a moment later, unless its company says that it has it after all',
  method: 'POST',
  path: '/v1/{p}/staff/refunds/{id}/wallet',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ id }),
  output: StaffRefund,
  refusals: ['not_found', 'wallet_needs_account'],
  idempotency: 'required',
})

export const listOutsideRefunds = endpoint({
  name: 'listOutsideRefunds',
  summary:
    'Money that a payment company gave back without our order and nobody has looked at, newest first',
  method: 'GET',
  path: '/v1/{p}/staff/outside-refunds',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(OutsideRefund),
  meta: PageMeta,
  refusals: [],
})

export const closeOutsideRefund = endpoint({
  name: 'closeOutsideRefund',
  summary: 'Takes a refund that we did not order off the list, once somebody has looked at it',
  method: 'POST',
  path: '/v1/{p}/staff/outside-refunds/{id}/seen',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ id }),
  output: z.object({ id: z.string() }),
  refusals: ['not_found'],
  idempotency: 'required',
})

/* Disputes, for our staff. */

export const listDisputes = endpoint({
  name: 'listDisputes',
  summary:
    'Payments that their payers dispute at the bank: open ones by due date, then decided ones',
  method: 'GET',
  path: '/v1/{p}/staff/disputes',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(StaffDispute),
  meta: PageMeta,
  refusals: [],
})

export const answerDispute = endpoint({
  name: 'answerDispute',
  summary:
    'Accepts a dispute or contests it, with a photo as evidence; its company has it a moment later',
  method: 'POST',
  path: '/v1/{p}/staff/disputes/{id}/answer',
  access: 'staff',
  scope: 'refunds',
  input: AnswerDisputeInput,
  output: StaffDispute,
  refusals: ['not_found'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})
