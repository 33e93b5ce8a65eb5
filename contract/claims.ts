import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { jpeg, photoBodyKb } from './photo.ts'
import { id, instant, kobo, lines, reference, text } from './shapes.ts'

export const claimKinds = ['lost', 'damaged', 'missing'] as const

/** Days after a parcel was handed out within which damage and loss can be claimed. */
export const claimDays = 7
export const mostClaimPhotos = 3

/** `missing`: something was taken out of it. `paid_kobo` is in the sender's wallet. */
export const Claim = z.object({
  id: z.string(),
  kind: z.enum(claimKinds),
  words: z.string(),
  asked_kobo: kobo,
  state: z.enum(['open', 'accepted', 'refused']),
  paid_kobo: kobo,
  /** Why, in the operator's words. */
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

/** A claim as the carrier reads it. `cover_kobo` is the most it can be paid. */
export const OperatorClaim = z.object({
  ...Claim.shape,
  waybill: z.string(),
  declared_value_kobo: kobo,
  cover_kobo: kobo,
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
  summary: 'Accepts a claim, whole or in part, or refuses it; what is accepted goes to the wallet',
  method: 'POST',
  path: '/v1/{p}/operator/claims/{id}/answer',
  access: 'operator',
  scope: 'claims',
  input: z.strictObject({ id, pay_kobo: kobo, words: text(3, 300) }),
  output: OperatorClaim,
  refusals: ['not_found', 'claim_answered'],
  idempotency: 'required',
})
