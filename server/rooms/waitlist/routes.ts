import * as endpoints from '#contract/waitlist/endpoints'
import { serve } from '#server/http/serve'
import * as alerts from './alerts.ts'
import * as operators from './operator-service.ts'
import * as service from './service.ts'

export const waitlistRoutes = [
  serve(endpoints.listTravelRequests, service.listTravelRequests),
  serve(endpoints.askForTrip, service.askForTrip),
  serve(endpoints.joinTravelRequest, service.joinTravelRequest),
  serve(endpoints.joinWaitingList, service.joinWaitingList),
  serve(endpoints.listMyTravelRequests, service.listMyTravelRequests),
  serve(endpoints.leaveQueue, service.leaveQueue),
  serve(endpoints.declineOffer, service.declineOffer),
  serve(endpoints.watchRoute, alerts.watchRoute),
  serve(endpoints.listRouteAlerts, alerts.listRouteAlerts),
  serve(endpoints.deleteRouteAlert, alerts.deleteRouteAlert),
  serve(endpoints.listWantedRoads, operators.listWantedRoads),
  serve(endpoints.offerDeparture, operators.offerDeparture),
]
