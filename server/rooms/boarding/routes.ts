import {
  getManifest,
  listOperatorDepartures,
  reportBoardingScans,
} from '#contract/boarding/endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const boardingRoutes = [
  serve(listOperatorDepartures, (ctx, input) => service.listOperatorDepartures(ctx, input)),
  serve(getManifest, (ctx, input) => service.getManifest(ctx, input)),
  serve(reportBoardingScans, (ctx, input) => service.reportBoardingScans(ctx, input)),
]
