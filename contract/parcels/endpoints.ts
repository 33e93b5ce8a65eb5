import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { photoBodyKb } from '#contract/photo'
import { count, id, kobo, page, PageMeta, perPage, photoWidth, reference } from '#contract/shapes'
import {
  ParcelClaim,
  ClaimAnswerInput,
  ParcelClaimInput,
  InsuranceAccount,
  OperatorClaim,
  StaffClaim,
} from './claims.ts'
import { CreateParcelInput, Parcel, ParcelQuote, ParcelQuoteInput } from './model.ts'
import { maxCounterParcels } from './rules.ts'
import {
  CounterParcel,
  FindOperatorParcelsInput,
  ParcelScan,
  ParcelScanResult,
  Tracking,
} from './tracking.ts'

export const quoteParcel = endpoint({
  name: 'quoteParcel',
  summary: 'The price of sending a parcel, and the next buses that can carry it',
  method: 'POST',
  path: '/v1/{p}/parcels/quotes',
  access: 'anyone',
  input: ParcelQuoteInput,
  output: ParcelQuote,
  refusals: ['no_parcel_bus', 'trip_not_on_sale'],
})

const owned = z.strictObject({ tracking_id: reference })

export const createParcel = endpoint({
  name: 'createParcel',
  summary: 'Creates a parcel; it waits for payment and then for drop-off at the counter',
  method: 'POST',
  path: '/v1/{p}/parcels',
  access: 'user',
  input: CreateParcelInput,
  output: Parcel,
  refusals: ['quote_expired', 'no_parcel_bus', 'trip_not_on_sale', 'too_many_unpaid'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})

export const listParcels = endpoint({
  name: 'listParcels',
  summary: 'My parcels, the newest first',
  method: 'GET',
  path: '/v1/{p}/parcels',
  access: 'user',
  input: z.strictObject({ per_page: perPage(20), page }),
  output: z.array(Parcel),
  meta: PageMeta,
  refusals: [],
})

export const getParcel = endpoint({
  name: 'getParcel',
  summary: 'One of my parcels with its PIN, driver and tracking',
  method: 'GET',
  path: '/v1/{p}/parcels/{tracking_id}',
  access: 'user',
  input: owned,
  output: Parcel,
  refusals: ['not_found'],
})

export const cancelParcel = endpoint({
  name: 'cancelParcel',
  summary: 'Cancels a parcel before it is loaded, with a refund',
  method: 'DELETE',
  path: '/v1/{p}/parcels/{tracking_id}',
  access: 'user',
  input: z.strictObject({
    tracking_id: reference,
    refund_to: z._default(z.enum(['wallet', 'source']), 'wallet'),
    /** The refund that the sender saw. With it, nothing is cancelled if another sum would be refunded now. */
    refund_kobo: z.optional(count(0, 1_000_000_000_000)),
  }),
  output: Parcel,
  refusals: ['not_found', 'parcel_loaded', 'parcel_closed', 'price_changed'],
})

export const renewPickupPin = endpoint({
  name: 'renewPickupPin',
  summary: 'Issues a new pickup PIN, when the old one is locked or known to the wrong person',
  method: 'POST',
  path: '/v1/{p}/parcels/{tracking_id}/pickup-pin',
  access: 'user',
  input: owned,
  output: Parcel,
  refusals: ['not_found', 'parcel_closed', 'too_many_requests'],
})

export const getParcelPhoto = endpoint({
  name: 'getParcelPhoto',
  summary: 'The photo of one of my parcels',
  method: 'GET',
  path: '/v1/{p}/parcels/{tracking_id}/photo.jpg',
  access: 'user',
  input: z.extend(owned, { w: photoWidth }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
})

export const getWaybillPdf = endpoint({
  name: 'getWaybillPdf',
  summary: 'The waybill slip with barcode and QR code, for the parcel and for the sender (PDF)',
  method: 'GET',
  path: '/v1/{p}/parcels/{tracking_id}/waybill.pdf',
  access: 'user',
  input: owned,
  output: z.unknown(),
  refusals: ['not_found', 'waybill_not_ready'],
  file: 'application/pdf',
  is_costly: true,
})

export const trackParcel = endpoint({
  name: 'trackParcel',
  summary: 'Tracks a parcel; an unknown id is not_found, not "not scanned yet"',
  method: 'GET',
  path: '/v3/{p}/parcels/tracking/{tracking_id}',
  access: 'anyone',
  shared_cache_s: 10,
  // The URL accepts any text. Only a tracking ID or the number of an old waybill can find a parcel.
  input: z.strictObject({ tracking_id: z.string() }),
  output: Tracking,
  refusals: ['not_found'],
})

export const reportParcelEvents = endpoint({
  name: 'reportParcelEvents',
  summary: 'Reports parcel scans; accepts them late, repeated and out of order',
  method: 'POST',
  path: '/v1/{p}/parcel-events',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ events: z.array(ParcelScan).check(z.minLength(1), z.maxLength(100)) }),
  output: z.array(ParcelScanResult),
  refusals: [],
  idempotency: 'required',
})

export const listOperatorParcels = endpoint({
  name: 'listOperatorParcels',
  summary: `Paid parcels the operator carries and has not delivered, next departure first, at most ${maxCounterParcels}; a number finds any`,
  method: 'GET',
  path: '/v1/{p}/operator/parcels',
  access: 'operator',
  scope: 'counter',
  input: FindOperatorParcelsInput,
  output: z.array(CounterParcel),
  refusals: [],
})

export const claimParcel = endpoint({
  name: 'claimParcel',
  summary: 'Claims for a lost, damaged or opened parcel; the operator answers',
  method: 'POST',
  path: '/v1/{p}/parcels/{tracking_id}/claims',
  access: 'user',
  input: ParcelClaimInput,
  output: ParcelClaim,
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
    w: photoWidth,
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
    w: photoWidth,
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
  needs_factor: true,
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

export const listClaimsForStaff = endpoint({
  name: 'listClaimsForStaff',
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
  input: z.strictObject({ id, number: photoNumber, w: photoWidth }),
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
  output: InsuranceAccount,
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
  output: InsuranceAccount,
  refusals: [],
  idempotency: 'required',
})
