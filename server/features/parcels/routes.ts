import {
  answerClaim,
  claimParcel,
  getClaimPhoto,
  getOperatorClaimPhoto,
  listOperatorClaims,
} from '#contract/claims'
import {
  cancelParcel,
  createParcel,
  getParcel,
  getParcelPhoto,
  getWaybillPdf,
  listParcels,
  quoteParcel,
  renewPickupPin,
} from '#contract/parcels'
import { listOperatorParcels, reportParcelEvents, trackParcel } from '#contract/tracking'
import { serve } from '#server/http/serve'
import * as claims from './claims.ts'
import * as photos from './photo.ts'
import * as quotes from './quote.ts'
import * as scans from './scans.ts'
import * as service from './service.ts'
import * as tracking from './tracking.ts'
import * as waybills from './waybill-pdf.ts'

export const parcelRoutes = [
  serve(quoteParcel, (ctx, input) => quotes.quoteParcel(ctx, input)),
  serve(createParcel, (ctx, input) => service.createParcel(ctx, input)),
  serve(listParcels, (ctx, input) => service.listParcels(ctx, input)),
  serve(getParcel, (ctx, input) => service.getParcel(ctx, input)),
  serve(cancelParcel, (ctx, input) => service.cancelParcel(ctx, input)),
  serve(renewPickupPin, (ctx, input) => service.renewPickupPin(ctx, input)),
  serve(reportParcelEvents, (ctx, input) => scans.reportParcelEvents(ctx, input)),
  serve(listOperatorParcels, (ctx, input) => scans.listOperatorParcels(ctx, input)),
  serve(trackParcel, (ctx, input) => tracking.trackParcel(ctx, input)),
  serve(getParcelPhoto, (ctx, input) => photos.getParcelPhoto(ctx, input)),
  serve(getWaybillPdf, (ctx, input) => waybills.getWaybillPdf(ctx, input)),
  serve(claimParcel, (ctx, input) => claims.claimParcel(ctx, input)),
  serve(getClaimPhoto, (ctx, input) => photos.getClaimPhoto(ctx, input)),
  serve(listOperatorClaims, (ctx) => claims.listOperatorClaims(ctx)),
  serve(getOperatorClaimPhoto, (ctx, input) => photos.getOperatorClaimPhoto(ctx, input)),
  serve(answerClaim, (ctx, input) => claims.answerClaim(ctx, input)),
]
