import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { jpeg, photoBodyKb } from './photo.ts'
import { id, instant, kobo, lines, reference, text } from './shapes.ts'

export const claimKinds = ['lost', 'damaged', 'missing'] as const

/** Days after a parcel was handed out within which damage and loss can be claimed. */
export const claimDays = 7
export const mostClaimPhotos = 3
/** What an operator may answer by itself, kobo: a larger claim, or one of an insured parcel, is our staff's. */
export const operatorClaimKobo = 1_000_000
/** What an operator may pay for claims in 24 hours, kobo; what is above it is our staff's to answer. */
export const operatorClaimsADayKobo = 20_000_000

/**
 * `missing`: something was taken out of it. `granted_kobo` was accepted; `paid_kobo` of it is in the sender's
 * wallet, nothing while it is `to_be_paid`.
 */
export const Claim = z.object({
  id: z.string(),
  kind: z.enum(claimKinds),
  words: z.string(),
  asked_kobo: kobo,
  state: z.enum(['open', 'to_be_paid', 'accepted', 'refused']),
  granted_kobo: kobo,
  paid_kobo: kobo,
  /** Why, in the words of the operator or of our staff. */
  answer: z.nullable(z.string()),
  /** Addresses below /api. */
  photos: z.array(z.string()),
  created_at: instant,
  decided_at: z.nullable(instant),
})
export type Claim = z.output<typeof Claim>

/** At most what the parcel is covered for; one open claim a parcel. */
export const ClaimInput = z.strictObject({
  tracking_id: reference,
  kind: z.enum(claimKinds, 'Say what happened.'),
  words: lines(10, 1000),
  asked_kobo: kobo.check(z.minimum(100, 'Say how much.')),
  photos: z._default(
    z.array(jpeg).check(z.maxLength(mostClaimPhotos, 'Add at most three photos.')),
    [],
  ),
})
export type ClaimInput = z.output<typeof ClaimInput>

export const claimParcel = endpoint({
  name: 'claimParcel',
  summary: 'Says that a parcel was lost, damaged or opened; the operator answers',
  method: 'POST',
  path: '/v1/{p}/parcels/{tracking_id}/claims',
  access: 'user',
  input: ClaimInput,
  output: Claim,
  refusals: ['not_found', 'claim_closed', 'claim_open'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})

/** Counts a claim's photos from 1. */
const photoNumber = z.string().check(z.regex(/^[1-3]$/, 'A claim has at most three photos.'))

export const getClaimPhoto = endpoint({
  name: 'getClaimPhoto',
  summary: 'A photo of my claim',
  method: 'GET',
  path: '/v1/{p}/parcels/{tracking_id}/claims/{id}/photos/{number}',
  access: 'user',
  input: z.strictObject({
    tracking_id: reference,
    id,
    number: photoNumber,
  }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
})

/**
 * A claim as the carrier reads it. `cover_kobo` is the most it can be paid; `answers` is who answers it:
 * `operator`, or `staff`, to whom the operator may recommend what to pay.
 */
export const OperatorClaim = z.object({
  ...Claim.shape,
  waybill: z.string(),
  declared_value_kobo: kobo,
  cover_kobo: kobo,
  is_insured: z.boolean(),
  answers: z.enum(['operator', 'staff']),
  /** When a counter took the parcel in; null when none did. */
  received_at: z.nullable(instant),
  recommended: z.nullable(z.object({ pay_kobo: kobo, words: z.string(), at: instant })),
})
export type OperatorClaim = z.output<typeof OperatorClaim>

export const listOperatorClaims = endpoint({
  name: 'listOperatorClaims',
  summary: 'Claims about parcels the operator carries, the open ones first',
  method: 'GET',
  path: '/v1/{p}/operator/claims',
  access: 'operator',
  scope: 'claims',
  input: z.strictObject({}),
  output: z.array(OperatorClaim),
  refusals: [],
})

export const getOperatorClaimPhoto = endpoint({
  name: 'getOperatorClaimPhoto',
  summary: 'A photo of a claim about a parcel the operator carries',
  method: 'GET',
  path: '/v1/{p}/operator/claims/{id}/photos/{number}',
  access: 'operator',
  scope: 'claims',
  input: z.strictObject({
    id,
    number: photoNumber,
  }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
})

export const answerClaim = endpoint({
  name: 'answerClaim',
  summary:
    'Accepts a small claim of a parcel without insurance, whole or in part, or refuses it; what is accepted goes to the wallet',
  method: 'POST',
  path: '/v1/{p}/operator/claims/{id}/answer',
  access: 'operator',
  scope: 'claims',
  input: z.strictObject({ id, pay_kobo: kobo, words: text(3, 300) }),
  output: OperatorClaim,
  refusals: ['not_found', 'claim_answered', 'claim_for_staff'],
  idempotency: 'required',
})

export const recommendClaim = endpoint({
  name: 'recommendClaim',
  summary:
    'Tells our staff what the operator would pay for an open claim, and why; said again it counts anew',
  method: 'POST',
  path: '/v1/{p}/operator/claims/{id}/recommendation',
  access: 'operator',
  scope: 'claims',
  input: z.strictObject({ id, pay_kobo: kobo, words: text(3, 300) }),
  output: OperatorClaim,
  refusals: ['not_found', 'claim_answered'],
  idempotency: 'required',
})

/** A claim as our staff read it. */
export const StaffClaim = z.object({
  ...OperatorClaim.shape,
  operator: z.object({ code: z.string(), name: z.string() }),
})
export type StaffClaim = z.output<typeof StaffClaim>

export const listStaffClaims = endpoint({
  name: 'listStaffClaims',
  summary:
    'Claims of all operators: those that wait for our staff first, then those that wait for money',
  method: 'GET',
  path: '/v1/{p}/staff/claims',
  access: 'staff',
  scope: 'claims',
  input: z.strictObject({}),
  output: z.array(StaffClaim),
  refusals: [],
})

export const getStaffClaimPhoto = endpoint({
  name: 'getStaffClaimPhoto',
  summary: 'A photo of any claim',
  method: 'GET',
  path: '/v1/{p}/staff/claims/{id}/photos/{number}',
  access: 'staff',
  scope: 'claims',
  input: z.strictObject({ id, number: photoNumber }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
})

export const settleClaim = endpoint({
  name: 'settleClaim',
  summary:
    'Accepts any claim, whole or in part, or refuses it; where the insurance has not got the money, it waits to be paid',
  method: 'POST',
  path: '/v1/{p}/staff/claims/{id}/answer',
  access: 'staff',
  scope: 'claims',
  input: z.strictObject({ id, pay_kobo: kobo, words: text(3, 300) }),
  output: StaffClaim,
  refusals: ['not_found', 'claim_answered'],
  idempotency: 'required',
})

/** The account that insured claims are paid from. Below `low_kobo`, or with claims waiting, it raises the alarm. */
export const Insurance = z.object({
  balance_kobo: kobo,
  low_kobo: kobo,
  waiting_kobo: kobo,
  claims_waiting: z.int(),
})
export type Insurance = z.output<typeof Insurance>

export const getInsurance = endpoint({
  name: 'getInsurance',
  summary: 'What the insurance has, and what waits to be paid out of it',
  method: 'GET',
  path: '/v1/{p}/staff/insurance',
  access: 'staff',
  scope: 'finance',
  input: z.strictObject({}),
  output: Insurance,
  refusals: [],
})

export const fundInsurance = endpoint({
  name: 'fundInsurance',
  summary:
    'Declares our own money as float of the insurance, and pays the claims that waited for it',
  method: 'POST',
  path: '/v1/{p}/staff/insurance/float',
  access: 'staff',
  scope: 'finance',
  input: z.strictObject({
    amount_kobo: kobo.check(
      z.minimum(100, 'Say how much.'),
      z.maximum(10_000_000_000, 'At most ₦100,000,000 at once.'),
    ),
  }),
  output: Insurance,
  refusals: [],
  idempotency: 'required',
})
