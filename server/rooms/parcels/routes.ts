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
  listClaimsForStaff,
  recommendClaim,
  settleClaim,
} from '#contract/parcels/endpoints'
import { bindEndpoint } from '#server/http/serve'
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
  bindEndpoint(quoteParcel, (ctx, input) => quotes.quoteParcel(ctx, input)),
  bindEndpoint(createParcel, service.createParcel, service.encodeParcelPhoto),
  bindEndpoint(listParcels, (ctx, input) => service.listParcels(ctx, input)),
  bindEndpoint(getParcel, (ctx, input) => service.getParcel(ctx, input)),
  bindEndpoint(cancelParcel, (ctx, input) => service.cancelParcel(ctx, input)),
  bindEndpoint(renewPickupPin, (ctx, input) => service.renewPickupPin(ctx, input)),
  bindEndpoint(reportParcelEvents, (ctx, input) => scans.reportParcelEvents(ctx, input)),
  bindEndpoint(listOperatorParcels, (ctx, input) => scans.listOperatorParcels(ctx, input)),
  bindEndpoint(trackParcel, (ctx, input) => tracking.trackParcel(ctx, input)),
  bindEndpoint(getParcelPhoto, (ctx, input) => photos.getParcelPhoto(ctx, input)),
  bindEndpoint(getWaybillPdf, (ctx, input) => waybills.getWaybillPdf(ctx, input)),
  bindEndpoint(claimParcel, claims.claimParcel, claims.encodeClaimPhotos),
  bindEndpoint(getClaimPhoto, (ctx, input) => photos.getClaimPhoto(ctx, input)),
  bindEndpoint(listOperatorClaims, (ctx) => answers.listOperatorClaims(ctx)),
  bindEndpoint(getOperatorClaimPhoto, (ctx, input) => photos.getOperatorClaimPhoto(ctx, input)),
  bindEndpoint(answerClaim, (ctx, input) => answers.answerClaim(ctx, input)),
  bindEndpoint(recommendClaim, (ctx, input) => answers.recommendClaim(ctx, input)),
  bindEndpoint(listClaimsForStaff, (ctx) => answers.listClaimsForStaff(ctx)),
  bindEndpoint(getStaffClaimPhoto, (ctx, input) => photos.getStaffClaimPhoto(ctx, input)),
  bindEndpoint(settleClaim, (ctx, input) => answers.settleClaim(ctx, input)),
  bindEndpoint(getInsurance, (ctx) => insurance.getInsurance(ctx)),
  bindEndpoint(fundInsurance, (ctx, input) => insurance.fundInsurance(ctx, input)),
]
