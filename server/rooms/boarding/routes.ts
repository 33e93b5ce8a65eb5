import {
  getManifest,
  listOperatorDepartures,
  reportBoardingScans,
} from '#contract/boarding/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as service from './service.ts'

export const boardingRoutes = [
  bindEndpoint(listOperatorDepartures, (ctx, input) => service.listOperatorDepartures(ctx, input)),
  bindEndpoint(getManifest, (ctx, input) => service.getManifest(ctx, input)),
  bindEndpoint(reportBoardingScans, (ctx, input) => service.reportBoardingScans(ctx, input)),
]
