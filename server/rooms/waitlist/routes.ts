import * as endpoints from '#contract/waitlist/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as alerts from './alerts.ts'
import * as operators from './operator-service.ts'
import * as service from './service.ts'

export const waitlistRoutes = [
  bindEndpoint(endpoints.listTravelRequests, service.listTravelRequests),
  bindEndpoint(endpoints.askForTrip, service.askForTrip),
  bindEndpoint(endpoints.joinTravelRequest, service.joinTravelRequest),
  bindEndpoint(endpoints.joinWaitingList, service.joinWaitingList),
  bindEndpoint(endpoints.listMyTravelRequests, service.listMyTravelRequests),
  bindEndpoint(endpoints.leaveQueue, service.leaveQueue),
  bindEndpoint(endpoints.declineOffer, service.declineOffer),
  bindEndpoint(endpoints.watchRoute, alerts.watchRoute),
  bindEndpoint(endpoints.listRouteAlerts, alerts.listRouteAlerts),
  bindEndpoint(endpoints.deleteRouteAlert, alerts.deleteRouteAlert),
  bindEndpoint(endpoints.listRequestedRoutes, operators.listRequestedRoutes),
  bindEndpoint(endpoints.offerDeparture, operators.offerDeparture),
]
