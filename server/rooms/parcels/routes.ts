import {
  cancelParcel,
  createParcel,
  getParcel,
  getParcelPhoto,
  getWaybillPdf,
  listParcels,
  quoteParcel,
  renewPickupPin,
  listOperatorParcels,
  reportParcelEvents,
  trackParcel,
  answerClaim,
  claimParcel,
  fundInsurance,
  getClaimPhoto,
  getInsurance,
  getOperatorClaimPhoto,
  getStaffClaimPhoto,
  listOperatorClaims,
  listStaffClaims,
  recommendClaim,
  settleClaim,
} from '#contract/parcels/endpoints'
import { serve } from '#server/http/serve'
import * as answers from './claim-answers.ts'
import * as claims from './claims.ts'
import * as insurance from './insurance.ts'
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
  serve(listOperatorClaims, (ctx) => answers.listOperatorClaims(ctx)),
  serve(getOperatorClaimPhoto, (ctx, input) => photos.getOperatorClaimPhoto(ctx, input)),
  serve(answerClaim, (ctx, input) => answers.answerClaim(ctx, input)),
  serve(recommendClaim, (ctx, input) => answers.recommendClaim(ctx, input)),
  serve(listStaffClaims, (ctx) => answers.listStaffClaims(ctx)),
  serve(getStaffClaimPhoto, (ctx, input) => photos.getStaffClaimPhoto(ctx, input)),
  serve(settleClaim, (ctx, input) => answers.settleClaim(ctx, input)),
  serve(getInsurance, (ctx) => insurance.getInsurance(ctx)),
  serve(fundInsurance, (ctx, input) => insurance.fundInsurance(ctx, input)),
]
