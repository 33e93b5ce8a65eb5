import * as z from 'zod/mini'
import { instalmentKinds } from '#contract/charters/rules'
import { invoicePartReference } from '#contract/invoices/model'
import { formatNaira, refundStates } from '#contract/money'
import { id, instant, jpeg, kobo, reference, signedKobo, text } from '#contract/shapes'
import { walletPin } from '#contract/wallet/model'
import { minTopUpKobo, maxTopUpKobo } from '#contract/wallet/rules'
import {
  paymentChannels,
  paymentSources,
  providerNames,
  providers,
  refundReasons,
} from './rules.ts'

const paymentStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'abandoned'] as const

/** The outcome of a payment. `none`: not settled yet. `credited`: in the wallet. */
const outcomes = [
  'none',
  'confirmed',
  'confirmed_other_seats',
  'refunded_late',
  'refunded_twice',
  'refunded_short',
  'credited',
] as const

/** A payment's own reference, which the payment company also knows. */
export const paymentReference = z
  .string()
  .check(z.regex(/^[A-Za-z0-9=.-]{8,64}$/, 'This is not one of our payments.'))

/**
 * A way to pay. `reason`: why it is not `available`. `banks`: the banks for which the company issues a USSD code
 * without a visit to its own page.
 */
export const PaymentMethod = z.object({
  provider: z.enum(providers),
  channel: z.enum(paymentChannels),
  label: z.string(),
  hint: z.string(),
  banks: z.array(z.object({ code: z.string(), name: z.string() })),
  available: z.boolean(),
  reason: z.nullable(z.string()),
})

export type PaymentMethod = z.output<typeof PaymentMethod>

/** A payment. One of `authorization_url`, `transfer_account` and `ussd` says how to pay, unless the wallet paid. */
export const Payment = z.object({
  reference: z.string(),
  purpose: z.enum(['booking', 'parcel', 'charter', 'invoice', 'wallet']),
  booking: z.nullable(z.string()),
  /** The tracking ID of the paid parcel. */
  parcel: z.nullable(z.string()),
  /** The reference of the charter whose instalment is paid. */
  charter: z.nullable(z.string()),
  /** The reference of the paid part of an invoice. */
  invoice: z.nullable(z.string()),
  provider: z.enum(paymentSources),
  channel: z.nullable(z.enum(paymentChannels)),
  status: z.enum(paymentStatuses),
  outcome: z.enum(outcomes),
  /** The sum that the company takes, without the wallet's part. */
  amount_kobo: kobo,
  wallet_part_kobo: kobo,
  paid_kobo: kobo,
  authorization_url: z.nullable(z.string()),
  transfer_account: z.nullable(
    z.object({
      bank: z.string(),
      number: z.string(),
      name: z.nullable(z.string()),
      /** The sum to send. It is higher than the price if the company adds a fee. */
      amount_kobo: kobo,
      expires_at: instant,
    }),
  ),
  /** The code to dial on the phone of the bank account. */
  ussd: z.nullable(z.string()),
  expires_at: instant,
  server_time: instant,
  checks_left: z.int(),
  /** One sentence for the person: the state and what happens next. */
  message: z.string(),
})

export type Payment = z.output<typeof Payment>

/**
 * A payment in a person's list. `about`: what it is for: `Chisco Transport, Lagos to Enugu, 24 Nov`. `total_kobo`: what
 * was paid, or is due while it is pending, with the wallet's part. `refunded_kobo`: how much of it has been refunded or
 * is being refunded. `at`: when it was settled, else when it began.
 */
export const PaymentListItem = z.extend(
  z.pick(Payment, {
    reference: true,
    purpose: true,
    booking: true,
    parcel: true,
    charter: true,
    invoice: true,
    provider: true,
    channel: true,
    status: true,
    outcome: true,
  }),
  { about: z.string(), total_kobo: kobo, refunded_kobo: z.optional(kobo), at: instant },
)

export type PaymentListItem = z.output<typeof PaymentListItem>

const topUpKobo = kobo.check(
  z.minimum(minTopUpKobo, `Add at least ${formatNaira(minTopUpKobo)}.`),
  z.maximum(maxTopUpKobo, `Add at most ${formatNaira(maxTopUpKobo)} at once.`),
)

export const TopUpSchema = z.object({
  provider: z.enum(providers),
  channel: z.enum(paymentChannels),
  bank: z.optional(z.string()),
  amount_kobo: topUpKobo,
})

/**
 * `reference`: of the booking, parcel (tracking ID), charter (its open instalment is paid), invoice or a part of it;
 * omitted for a top-up of the wallet, which needs `amount_kobo`. With the wallet as `provider`, the wallet pays
 * everything; beside another provider, it pays `wallet_part_kobo`. Both may need the wallet PIN. `bank`: one of the
 * method's `banks`; without it, a USSD payment continues on the company's page. `due_kobo`: the amount due that the
 * person saw; the call is refused if it has changed. `part`: the part of a charter's price that the person saw. A part
 * after the first must be named, so that a repeated payment does not pay the next part, too; parts of invoices are
 * named by their references.
 */
export const StartPaymentInput = z.strictObject({
  purpose: z.enum(
    ['booking', 'parcel', 'charter', 'invoice', 'wallet'],
    'Pay a booking, a parcel, a charter or an invoice, or add money to the wallet.',
  ),
  reference: z.optional(z.union([reference, invoicePartReference])),
  provider: z.enum(
    paymentSources,
    `Choose ${Object.values(providerNames).join(', ')} or your wallet.`,
  ),
  channel: z.optional(z.enum(paymentChannels, 'Choose card, transfer or USSD.')),
  bank: z.optional(z.string().check(z.regex(/^\d{3,6}$/, 'Choose your bank.'))),
  amount_kobo: z.optional(topUpKobo),
  due_kobo: z.optional(kobo),
  part: z.optional(z.enum(instalmentKinds, 'Choose the deposit, the balance or all.')),
  wallet_part_kobo: z.optional(kobo),
  pin: z.optional(walletPin),
})

/** A company's webhook. serve() passes the raw bytes, over which the signature is checked. */
export const WebhookInput = z.object({
  provider: z.enum(providers),
  raw: z.instanceof(Uint8Array),
  signature: text(0, 512),
})

/** The kinds of `payable_kind` that can be refunded. */
const refundedKinds = ['booking', 'return_trip', 'parcel', 'charter', 'invoice', 'wallet'] as const

/**
 * A refund that its payment company could not finish, or wallet money of an account that was erased (`provider` is
 * `wallet`). `who`: the payer, null if unknown. `payment`: the company's id of the payment. `said`: the company's last
 * message about the refund, `unknown` if it had none. `has_account`: whether an account paid, so that the money can go
 * to its wallet. `since`: when it began to need a person.
 */
export const StaffRefund = z.object({
  id: z.string(),
  who: z.nullable(z.string()),
  kind: z.enum(refundedKinds),
  reference: z.string(),
  about: z.nullable(z.string()),
  amount_kobo: kobo,
  reason: z.enum(refundReasons),
  state: z.enum(refundStates),
  provider: z.enum(paymentSources),
  payment: z.string(),
  said: z.nullable(z.string()),
  tries: z.int(),
  has_account: z.boolean(),
  requested_at: instant,
  since: z.nullable(instant),
})

export type StaffRefund = z.output<typeof StaffRefund>

/**
 * A refund that a payment company made without our request, such as one by hand in its dashboard. `amount_kobo`: the
 * refunded sum, 0 if the refund failed afterwards. `open_kobo`: all such refunds of the payment, minus what was already
 * set off against our own refunds; negative if too much was set off. `company_id`: the id of the refund at the company.
 * The other fields are as in `StaffRefund`.
 */
export const OutsideRefund = z.object({
  id: z.string(),
  who: z.nullable(z.string()),
  kind: z.enum(refundedKinds),
  reference: z.string(),
  about: z.nullable(z.string()),
  amount_kobo: kobo,
  open_kobo: signedKobo,
  provider: z.enum(providers),
  payment: z.string(),
  company_id: z.string(),
  found_at: instant,
})

export type OutsideRefund = z.output<typeof OutsideRefund>

/** How our staff may answer a dispute: give the money back, or contest it. */
const disputeAnswers = ['accept', 'contest'] as const

/**
 * A payment that its payer disputes at the bank. `said`: the company's term for its status. `due_at`: until when the
 * company waits for our answer. `is_sent`: whether it has our answer. The rest is as in `OutsideRefund`.
 */
export const StaffDispute = z.object({
  id: z.string(),
  who: z.nullable(z.string()),
  kind: z.enum(refundedKinds),
  reference: z.string(),
  about: z.nullable(z.string()),
  amount_kobo: kobo,
  state: z.enum(['open', 'lost', 'won']),
  provider: z.enum(providers),
  payment: z.string(),
  company_id: z.string(),
  said: z.string(),
  due_at: z.nullable(instant),
  opened_at: instant,
  answer: z.nullable(z.enum(disputeAnswers)),
  message: z.nullable(z.string()),
  has_evidence: z.boolean(),
  is_sent: z.boolean(),
})

export type StaffDispute = z.output<typeof StaffDispute>

export const AnswerDisputeInput = z.strictObject({
  id,
  answer: z.enum(disputeAnswers, 'Choose to accept or to contest.'),
  message: text(10, 1000),
  evidence: z.optional(jpeg),
})
