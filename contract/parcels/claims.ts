import * as z from 'zod/mini'
import { id, instant, jpeg, kobo, lines, reference, text } from '#contract/shapes'
import { claimKinds, maxClaimPhotos } from './rules.ts'

/**
 * A sender's claim. `missing`: something was taken out of the parcel. `granted_kobo`: the accepted sum. `paid_kobo`:
 * the sum paid into the sender's wallet; 0 while the claim is `to_be_paid`.
 */
export const ParcelClaim = z.object({
  id: z.string(),
  kind: z.enum(claimKinds),
  words: z.string(),
  asked_kobo: kobo,
  state: z.enum(['open', 'to_be_paid', 'accepted', 'refused']),
  granted_kobo: kobo,
  paid_kobo: kobo,
  /** The reason, in the words of the operator or of our staff. */
  answer: z.nullable(z.string()),
  /** URLs below /api. */
  photos: z.array(z.string()),
  created_at: instant,
  decided_at: z.nullable(instant),
})

export type ParcelClaim = z.output<typeof ParcelClaim>

/** A new claim for at most the cover of the parcel. A parcel has at most one open claim. */
export const ParcelClaimInput = z.strictObject({
  tracking_id: reference,
  kind: z.enum(claimKinds, 'Say what happened.'),
  words: lines(10, 1000),
  asked_kobo: kobo.check(z.minimum(100, 'Enter an amount.')),
  photos: z._default(
    z.array(jpeg).check(z.maxLength(maxClaimPhotos, 'Add at most three photos.')),
    [],
  ),
})

export type ParcelClaimInput = z.output<typeof ParcelClaimInput>

/**
 * A claim as the carrier sees it. `from`, `to`: names of cities. `contents`: null after its retention. `cover_kobo`:
 * the most that can be paid. `answers`: who decides: `operator`, or `staff`, to whom the operator may recommend a
 * sum.
 */
export const OperatorClaim = z.object({
  ...ParcelClaim.shape,
  waybill: z.string(),
  from: z.string(),
  to: z.string(),
  contents: z.nullable(z.string()),
  declared_value_kobo: kobo,
  cover_kobo: kobo,
  is_insured: z.boolean(),
  answers: z.enum(['operator', 'staff']),
  /** When a counter accepted the parcel; null if none did. */
  received_at: z.nullable(instant),
  recommended: z.nullable(z.object({ pay_kobo: kobo, words: z.string(), at: instant })),
})

export type OperatorClaim = z.output<typeof OperatorClaim>

/** The decision on a claim: the sum to pay, and the reason. A sum of 0 refuses the claim. */
export const ClaimAnswerInput = z.strictObject({ id, pay_kobo: kobo, words: text(3, 300) })

/** A claim as our staff see it, with the carrier. */
export const StaffClaim = z.object({
  ...OperatorClaim.shape,
  operator: z.object({ code: z.string(), name: z.string() }),
})

export type StaffClaim = z.output<typeof StaffClaim>

/**
 * The account that pays insured claims. There is an alarm while its balance is below `low_kobo` or claims wait for
 * money.
 */
export const InsuranceAccount = z.object({
  balance_kobo: kobo,
  low_kobo: kobo,
  waiting_kobo: kobo,
  claims_waiting: z.int(),
})

export type InsuranceAccount = z.output<typeof InsuranceAccount>
