import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import {
  Claim,
  ClaimAnswerInput,
  ClaimInput,
  Insurance,
  OperatorClaim,
  StaffClaim,
} from './claims.ts'
import { photoBodyKb } from '#contract/photo'
import { id, kobo, reference } from '#contract/shapes'

export const claimParcel = endpoint({
  name: 'claimParcel',
  summary: 'Claims for a lost, damaged or opened parcel; the operator answers',
  method: 'POST',
  path: '/v1/{p}/parcels/{tracking_id}/claims',
  access: 'user',
  input: ClaimInput,
  output: Claim,
  refusals: ['not_found', 'claim_closed', 'claim_open'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})

/** The number of a claim's photo, from 1. */
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

export const listOperatorClaims = endpoint({
  name: 'listOperatorClaims',
  summary: 'Claims about parcels the operator carries, open ones first',
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
    'Accepts a small claim for an uninsured parcel in full or in part, or refuses it; accepted money goes to the wallet',
  method: 'POST',
  path: '/v1/{p}/operator/claims/{id}/answer',
  access: 'operator',
  scope: 'claims',
  input: ClaimAnswerInput,
  output: OperatorClaim,
  refusals: ['not_found', 'claim_answered', 'claim_for_staff'],
  idempotency: 'required',
})

export const recommendClaim = endpoint({
  name: 'recommendClaim',
  summary:
    'Recommends to our staff how to decide an open claim; a new recommendation replaces the previous one',
  method: 'POST',
  path: '/v1/{p}/operator/claims/{id}/recommendation',
  access: 'operator',
  scope: 'claims',
  input: ClaimAnswerInput,
  output: OperatorClaim,
  refusals: ['not_found', 'claim_answered'],
  idempotency: 'required',
})

export const listStaffClaims = endpoint({
  name: 'listStaffClaims',
  summary: 'Claims of all operators: awaiting our staff first, then awaiting money',
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
    'Accepts any claim in full or in part, or refuses it; it is paid when the insurance account has the money',
  method: 'POST',
  path: '/v1/{p}/staff/claims/{id}/answer',
  access: 'staff',
  scope: 'claims',
  input: ClaimAnswerInput,
  output: StaffClaim,
  refusals: ['not_found', 'claim_answered'],
  idempotency: 'required',
})

export const getInsurance = endpoint({
  name: 'getInsurance',
  summary: 'Balance of the insurance account, and claims waiting to be paid from it',
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
  summary: 'Adds float to the insurance account and pays the claims that waited for it',
  method: 'POST',
  path: '/v1/{p}/staff/insurance/float',
  access: 'staff',
  scope: 'finance',
  input: z.strictObject({
    amount_kobo: kobo.check(
      z.minimum(100, 'Enter an amount.'),
      z.maximum(10_000_000_000, 'At most ₦100,000,000 at once.'),
    ),
  }),
  output: Insurance,
  refusals: [],
  idempotency: 'required',
})
