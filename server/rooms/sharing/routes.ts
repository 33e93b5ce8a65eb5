import * as endpoints from '#contract/sharing/endpoints'
import { definePage } from '#server/http/pages'
import { bindEndpoint } from '#server/http/serve'
import { renderFollowPage } from './page.ts'
import * as service from './service.ts'

export const sharingRoutes = [
  bindEndpoint(endpoints.getTripSharing, service.getTripSharing),
  bindEndpoint(endpoints.shareTrip, service.shareTrip),
  bindEndpoint(endpoints.endTripLink, service.endTripLink),
  bindEndpoint(endpoints.sayHowIAm, service.sayHowIAm),
  definePage('GET', '/s/{code}', (ctx, { params }) => renderFollowPage(ctx, params['code'] ?? '')),
]
