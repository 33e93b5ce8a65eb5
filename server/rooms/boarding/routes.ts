import {
  getDepartureSeats,
  getLegalManifest,
  getManifest,
  listDepartureParks,
  listOperatorDepartures,
  reportBoardingScans,
} from '#contract/boarding/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as manifest from './legal-manifest.ts'
import * as seats from './seats.ts'
import * as service from './service.ts'

export const boardingRoutes = [
  bindEndpoint(listOperatorDepartures, (ctx, input) => service.listOperatorDepartures(ctx, input)),
  bindEndpoint(listDepartureParks, (ctx, input) => service.listDepartureParks(ctx, input)),
  bindEndpoint(getManifest, (ctx, input) => service.getManifest(ctx, input)),
  bindEndpoint(getDepartureSeats, (ctx, input) => seats.getDepartureSeats(ctx, input)),
  bindEndpoint(getLegalManifest, (ctx, input) => manifest.getLegalManifest(ctx, input)),
  bindEndpoint(reportBoardingScans, (ctx, input) => service.reportBoardingScans(ctx, input)),
]
