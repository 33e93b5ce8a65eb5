import * as endpoints from '#contract/sharing/endpoints'
import { page } from '#server/http/pages'
import { serve } from '#server/http/serve'
import { followPage } from './page.ts'
import * as service from './service.ts'

export const sharingRoutes = [
  serve(endpoints.getTripSharing, service.getTripSharing),
  serve(endpoints.shareTrip, service.shareTrip),
  serve(endpoints.endTripLink, service.endTripLink),
  serve(endpoints.sayHowIAm, service.sayHowIAm),
  page('GET', '/s/{code}', (ctx, { params }) => followPage(ctx, params['code'] ?? '')),
]
