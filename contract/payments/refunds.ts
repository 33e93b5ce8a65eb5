import * as z from 'zod/mini'
import { refundStates } from '#contract/money'
import { refundReasons } from './refund-reasons.ts'
import { instant, kobo } from '#contract/shapes'
import { providers } from './providers.ts'

/** What a refund gives back the money of, as `payable_kind` has it. */
const refundedKinds = ['booking', 'return_trip', 'parcel', 'charter', 'invoice', 'wallet'] as const

/**
 * A refund that its company could not finish, as our staff see it. `who`: whose money it is, null where nobody is named
 * any more; `payment`: what the company knows the payment by; `said`: what the company said of the refund last, in its
 * own words, `unknown` where it knew nothing of it; `has_account`: an account paid, so that the money can go into
 * its wallet; `since`: since when it has needed a person.
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
  provider: z.enum(providers),
  payment: z.string(),
  said: z.nullable(z.string()),
  tries: z.int(),
  has_account: z.boolean(),
  requested_at: instant,
  since: z.nullable(instant),
})
export type StaffRefund = z.output<typeof StaffRefund>
