import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { CreateParcelInput, Parcel, ParcelQuote, ParcelQuoteInput } from './model.ts'
import { CounterParcel, ParcelScan, ParcelScanResult, Tracking } from './tracking.ts'
import { photoBodyKb } from '#contract/photo'
import { PageMeta, code, page, perPage, reference } from '#contract/shapes'

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
  }),
  output: Parcel,
  refusals: ['not_found', 'parcel_loaded', 'parcel_closed'],
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
  input: owned,
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
})

export const trackParcel = endpoint({
  name: 'trackParcel',
  summary: 'Tracks a parcel; an unknown id is not_found, not "not scanned yet"',
  method: 'GET',
  path: '/v3/{p}/parcels/tracking/{tracking_id}',
  access: 'anyone',
  // Any text in the address; one that is not a tracking ID finds no parcel.
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
  summary: 'Paid parcels the operator carries and has not delivered, next departure first',
  method: 'GET',
  path: '/v1/{p}/operator/parcels',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ place: z.optional(code) }),
  output: z.array(CounterParcel),
  refusals: [],
})
