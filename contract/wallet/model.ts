import * as z from 'zod/mini'
import { instant, kobo, signedKobo } from '#contract/shapes'

export const walletPin = z.string().check(z.regex(/^\d{4,6}$/, 'The PIN has 4 to 6 digits.'))

/**
 * The wallet. `balance`: naira as a number, as the specification requires; `balance_kobo`: the same in kobo.
 * `held_kobo`: the sum held for payments in progress and for disputed ones, not included in the balance;
 * `disputed_kobo`: the disputed part of it. A negative balance is a debt: a payment company took back money that was
 * already spent. The next incoming money pays it.
 */
export const Wallet = z.object({
  id: z.string(),
  balance: z.number(),
  currency: z.string(),
  balance_kobo: signedKobo,
  held_kobo: kobo,
  disputed_kobo: kobo,
  has_pin: z.boolean(),
  can_top_up: z.boolean(),
})

export type Wallet = z.output<typeof Wallet>

const walletKinds = [
  'top_up',
  'top_up_back',
  'payment',
  'refund',
  'reward',
  'reward_back',
  'claim',
  'given_up',
] as const

/** One movement of money. `amount_kobo`: negative for money out. `balance_kobo`: the balance after it. */
export const WalletTransaction = z.object({
  id: z.string(),
  kind: z.enum(walletKinds),
  words: z.string(),
  amount_kobo: signedKobo,
  balance_kobo: signedKobo,
  booking: z.nullable(z.string()),
  /** The tracking ID of the parcel that the movement is about. */
  parcel: z.nullable(z.string()),
  /** The reference of the charter that the movement is about. */
  charter: z.nullable(z.string()),
  invoice: z.nullable(z.string()),
  reference: z.string(),
  created_at: instant,
})

export type WalletTransaction = z.output<typeof WalletTransaction>

/** Money in and out in one month (`YYYY-MM`, home zone), for the chart. */
export const WalletMonth = z.object({ month: z.string(), in_kobo: kobo, out_kobo: kobo })

export type WalletMonth = z.output<typeof WalletMonth>

/** Returns whether all digits are equal, or count up or down: a thief would try such a PIN first. */
const isRun = (pin: string) =>
  [0, 1, -1].some((step) =>
    pin.split('').every((digit, at) => at === 0 || Number(digit) - Number(pin[at - 1]) === step),
  )

/** A new PIN. It needs `current_pin` or the password; the password also unlocks a locked PIN. */
export const WalletPinInput = z.strictObject({
  pin: walletPin.check(
    z.refine(
      (pin) => !isRun(pin),
      'This PIN is too easy to guess. Choose another, not like 1234 or 1111.',
    ),
  ),
  current_pin: z.optional(walletPin),
  password: z.optional(z.string().check(z.maxLength(1024))),
})
