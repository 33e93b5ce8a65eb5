import { createParcel, getParcel, listParcels, quoteParcel } from '#contract/parcels'
import { trackParcel } from '#contract/tracking'
import { serve } from '#server/http/serve'
import * as quotes from './quote.ts'
import * as service from './service.ts'
import * as tracking from './tracking.ts'

export const parcelRoutes = [
  serve(quoteParcel, (ctx, input) => quotes.quoteParcel(ctx, input)),
  serve(createParcel, (ctx, input) => service.createParcel(ctx, input)),
  serve(listParcels, (ctx, input) => service.listParcels(ctx, input)),
  serve(getParcel, (ctx, input) => service.getParcel(ctx, input)),
  serve(trackParcel, (ctx, input) => tracking.trackParcel(ctx, input)),
]
