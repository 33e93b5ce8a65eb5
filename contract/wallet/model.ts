import * as z from 'zod/mini'
import { instant, kobo, signedKobo } from '#contract/shapes'

/**
 * Kobo from which on spending needs the PIN, and what smaller sums without it add up to in 24 hours; least and most
 * that one funding adds; wrong PINs until it locks.
 */
export const pinFromKobo = 1_000_000

export const withoutPinKobo = 2_000_000

export const leastTopUpKobo = 10_000

export const mostTopUpKobo = 50_000_000

export const pinTries = 5

export const pinLockMinutes = 30

export const walletPin = z.string().check(z.regex(/^\d{4,6}$/, 'The PIN has 4 to 6 digits.'))

/**
 * The wallet as the specification has it: `balance` is naira as a number, `balance_kobo` the same in
 * kobo. `held_kobo` waits for a payment that is under way and is not in the balance.
 */
export const Wallet = z.object({
  id: z.string(),
  balance: z.number(),
  currency: z.string(),
  balance_kobo: kobo,
  held_kobo: kobo,
  has_pin: z.boolean(),
  can_top_up: z.boolean(),
})

export type Wallet = z.output<typeof Wallet>

const walletKinds = ['top_up', 'payment', 'refund', 'reward', 'claim', 'given_up'] as const

/** One movement. `amount_kobo` is below zero for what went out; `balance_kobo` is what was there after it. */
export const WalletTransaction = z.object({
  id: z.string(),
  kind: z.enum(walletKinds),
  words: z.string(),
  amount_kobo: signedKobo,
  balance_kobo: kobo,
  booking: z.nullable(z.string()),
  /** The tracking id of the parcel it is about. */
  parcel: z.nullable(z.string()),
  /** The reference of the charter it is about. */
  charter: z.nullable(z.string()),
  invoice: z.nullable(z.string()),
  reference: z.string(),
  created_at: instant,
})

export type WalletTransaction = z.output<typeof WalletTransaction>

/** Money in and out of one month (`YYYY-MM`, the home zone's), for the chart. */
export const WalletMonth = z.object({ month: z.string(), in_kobo: kobo, out_kobo: kobo })

export type WalletMonth = z.output<typeof WalletMonth>

/** Digits that are all the same or count up or down: whoever finds the phone tries them first. */
const isRun = (pin: string) =>
  [0, 1, -1].some((step) =>
    pin.split('').every((digit, at) => at === 0 || Number(digit) - Number(pin[at - 1]) === step),
  )

/** With `current_pin`, or with the password, which also opens a locked PIN. */
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
