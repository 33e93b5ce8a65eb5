import * as z from 'zod/mini'
import { refundStates } from '#contract/money'
import { refundReasons } from './refund-reasons.ts'
import { instant, kobo } from '#contract/shapes'
import { providers } from './providers.ts'

/** The kinds of `payable_kind` that can be refunded. */
const refundedKinds = ['booking', 'return_trip', 'parcel', 'charter', 'invoice', 'wallet'] as const

/**
 * A refund that its company could not finish. `who`: the payer, null if unknown. `payment`: the company's name of the
 * payment. `said`: the company's last message about the refund, `unknown` if it had none. `has_account`: whether an
 * account paid, so that the money can go to its wallet. `since`: when it began to need a person.
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
