import * as z from 'zod/mini'
import { invoicePartReference } from '#contract/invoices/model'
import { naira } from '#contract/money'
import { instant, kobo, reference, text } from '#contract/shapes'
import { leastTopUpKobo, mostTopUpKobo, walletPin } from '#contract/wallet/model'
import { payers, providerNames, providers } from './providers.ts'

export const channels = ['transfer', 'card', 'ussd'] as const

const paymentStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'abandoned'] as const

/** The outcome of a payment. `none` until it lands; `credited`: it is in the wallet. */
const outcomes = [
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

/** `reason`: why it is not `available`. `banks`: those whose USSD code the provider tells without its page. */
export const PaymentMethod = z.object({
  provider: z.enum(providers),
  channel: z.enum(channels),
  label: z.string(),
  hint: z.string(),
  banks: z.array(z.object({ code: z.string(), name: z.string() })),
  available: z.boolean(),
  reason: z.nullable(z.string()),
})

export type PaymentMethod = z.output<typeof PaymentMethod>

/** One of `authorization_url`, `transfer_account` and `ussd` says how to pay, unless the wallet did. */
export const Payment = z.object({
  reference: z.string(),
  purpose: z.enum(['booking', 'parcel', 'charter', 'invoice', 'wallet']),
  booking: z.nullable(z.string()),
  /** The tracking id of the parcel that is paid. */
  parcel: z.nullable(z.string()),
  /** The reference of the charter of which an instalment is paid. */
  charter: z.nullable(z.string()),
  /** The part of the invoice that is paid. */
  invoice: z.nullable(z.string()),
  provider: z.enum(payers),
  channel: z.nullable(z.enum(channels)),
  status: z.enum(paymentStatuses),
  outcome: z.enum(outcomes),
  /** The provider's part, without the wallet's. */
  amount_kobo: kobo,
  wallet_part_kobo: kobo,
  paid_kobo: kobo,
  authorization_url: z.nullable(z.string()),
  transfer_account: z.nullable(
    z.object({
      bank: z.string(),
      number: z.string(),
      name: z.nullable(z.string()),
      /** What to send, which is more than is due where the provider adds its fee. */
      amount_kobo: kobo,
      expires_at: instant,
    }),
  ),
  /** What to dial on the phone of the bank account. */
  ussd: z.nullable(z.string()),
  expires_at: instant,
  server_time: instant,
  checks_left: z.int(),
  /** One sentence for the person: what is known and what happens next. */
  message: z.string(),
})

export type Payment = z.output<typeof Payment>

const topUpKobo = kobo.check(
  z.minimum(leastTopUpKobo, `Add at least ${naira(leastTopUpKobo)}.`),
  z.maximum(mostTopUpKobo, `Add at most ${naira(mostTopUpKobo)} at once.`),
)

/** Money for the wallet, as the screen reads it. */
export const TopUp = z.object({
  provider: z.enum(providers),
  channel: z.enum(channels),
  bank: z.optional(z.string()),
  amount_kobo: topUpKobo,
})

/**
 * `reference`: the booking's, the parcel's tracking id, the charter's, whose open instalment is paid, or the
 * invoice's or that of a part; missing for the wallet, which takes `amount_kobo` instead. The wallet pays all of a
 * thing as `provider`, or `wallet_part_kobo` of it beside another; it may ask for its PIN. `bank`: the bank
 * to dial, one of the method's `banks`; without it a USSD payment goes on at the provider's page.
 */
export const StartPaymentInput = z.strictObject({
  purpose: z.enum(
    ['booking', 'parcel', 'charter', 'invoice', 'wallet'],
    'Pay a booking, a parcel, a charter or an invoice, or add money to the wallet.',
  ),
  reference: z.optional(z.union([reference, invoicePartReference])),
  provider: z.enum(payers, `Choose ${Object.values(providerNames).join(', ')} or your wallet.`),
  channel: z.optional(z.enum(channels, 'Choose card, transfer or USSD.')),
  bank: z.optional(z.string().check(z.regex(/^\d{3,6}$/, 'Choose your bank.'))),
  amount_kobo: z.optional(topUpKobo),
  wallet_part_kobo: z.optional(kobo),
  pin: z.optional(walletPin),
})

/** A provider's own message. serve() hands over the raw bytes; the signature is checked on them. */
export const WebhookInput = z.object({
  provider: z.enum(providers),
  raw: z.instanceof(Uint8Array),
  signature: text(0, 512),
})
