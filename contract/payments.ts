import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { naira } from './money.ts'
import { instant, kobo, reference, text } from './shapes.ts'
import { leastTopUpKobo, mostTopUpKobo, walletPin } from './wallet.ts'

export const providers = ['paystack', 'flutterwave'] as const
/** Who can pay: a company, or the person's own wallet. */
export const payers = [...providers, 'wallet'] as const
export const channels = ['card', 'transfer', 'ussd'] as const
export const paymentStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'abandoned'] as const

/** What came of money that landed. `none` until it has; `credited`: it is in the wallet. */
export const outcomes = [
  'none',
  'confirmed',
  'confirmed_other_seats',
  'refunded_late',
  'refunded_twice',
  'refunded_short',
  'credited',
] as const

/** A payment's own reference, as the provider knows it. */
export const paymentReference = z
  .string()
  .check(z.regex(/^[A-Za-z0-9=.-]{8,64}$/, 'This is not one of our payments.'))

/** `closes_at`: after it this channel cannot finish before the hold or the trip's sale ends. */
export const PaymentMethod = z.object({
  provider: z.enum(providers),
  channel: z.enum(channels),
  label: z.string(),
  hint: z.string(),
  available: z.boolean(),
  reason: z.nullable(z.string()),
})
export type PaymentMethod = z.output<typeof PaymentMethod>

export const listPaymentMethods = endpoint({
  name: 'listPaymentMethods',
  summary:
    'Providers and channels; with a booking or a parcel, those that can finish before its deadline',
  method: 'GET',
  path: '/v1/{p}/payment-methods',
  access: 'anyone',
  input: z.strictObject({ booking: z.optional(reference), parcel: z.optional(reference) }),
  output: z.array(PaymentMethod),
  refusals: [],
})

export const Payment = z.object({
  reference: z.string(),
  purpose: z.enum(['booking', 'parcel', 'charter', 'invoice', 'wallet']),
  booking: z.nullable(z.string()),
  /** The tracking id of the parcel that is paid. */
  parcel: z.nullable(z.string()),
  provider: z.enum(payers),
  channel: z.nullable(z.enum(channels)),
  status: z.enum(paymentStatuses),
  outcome: z.enum(outcomes),
  /** What the provider is asked for, without what the wallet gives. */
  amount_kobo: kobo,
  wallet_part_kobo: kobo,
  paid_kobo: kobo,
  authorization_url: z.nullable(z.string()),
  transfer_account: z.nullable(
    z.object({
      bank: z.string(),
      number: z.string(),
      name: z.string(),
      amount_kobo: kobo,
      expires_at: instant,
    }),
  ),
  ussd: z.nullable(z.string()),
  expires_at: instant,
  server_time: instant,
  checks_left: z.int(),
  /** One sentence for the person: what is known and what happens next. */
  message: z.string(),
})
export type Payment = z.output<typeof Payment>

/**
 * `reference`: the booking's, or the parcel's tracking id; missing for the wallet, which takes
 * `amount_kobo` instead. The wallet pays all of a thing as `provider`, or `wallet_part_kobo` of it beside
 * another; it may ask for its PIN.
 */
export const StartPaymentInput = z.strictObject({
  purpose: z.enum(
    ['booking', 'parcel', 'wallet'],
    'Pay a booking or a parcel, or add money to the wallet.',
  ),
  reference: z.optional(reference),
  provider: z.enum(payers, 'Choose Paystack, Flutterwave or your wallet.'),
  channel: z.optional(z.enum(channels, 'Choose card, transfer or USSD.')),
  amount_kobo: z.optional(
    kobo.check(
      z.minimum(leastTopUpKobo, `Add at least ${naira(leastTopUpKobo)}.`),
      z.maximum(mostTopUpKobo, `Add at most ${naira(mostTopUpKobo)} at once.`),
    ),
  ),
  wallet_part_kobo: z.optional(kobo),
  pin: z.optional(walletPin),
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

/** A provider's own message. serve() hands over the raw bytes; the signature is checked on them. */
export const WebhookInput = z.object({ raw: z.instanceof(Uint8Array), signature: text(0, 512) })

export const takePaystackWebhook = endpoint({
  name: 'takePaystackWebhook',
  summary: 'Paystack tells of an event; header x-paystack-signature',
  method: 'POST',
  path: '/v1/{p}/webhooks/paystack',
  access: 'provider',
  input: WebhookInput,
  output: z.object({ received: z.boolean() }),
  refusals: ['bad_signature'],
})

export const takeFlutterwaveWebhook = endpoint({
  name: 'takeFlutterwaveWebhook',
  summary: 'Flutterwave tells of an event; header verif-hash',
  method: 'POST',
  path: '/v1/{p}/webhooks/flutterwave',
  access: 'provider',
  input: WebhookInput,
  output: z.object({ received: z.boolean() }),
  refusals: ['bad_signature'],
})
