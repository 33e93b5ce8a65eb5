import * as endpoints from '#contract/charters/endpoints'
import * as requestEndpoints from '#contract/charters/request-endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as market from './market/index.ts'
import * as requests from './requests/index.ts'
import * as trips from './trips/index.ts'

export const charterRoutes = [
  bindEndpoint(endpoints.listCharterVehicles, market.listCharterVehicles),
  bindEndpoint(endpoints.getCharterVehicle, market.getCharterVehicle),
  bindEndpoint(endpoints.listVehicleReviews, market.listVehicleReviews),
  bindEndpoint(endpoints.quoteCharter, market.quoteCharter),
  bindEndpoint(endpoints.listAirports, market.listAirports),
  bindEndpoint(endpoints.bookCharter, trips.bookCharter),
  bindEndpoint(endpoints.bookAirport, trips.bookAirport),
  bindEndpoint(endpoints.listCharters, trips.listCharters),
  bindEndpoint(endpoints.getCharter, trips.getCharter),
  bindEndpoint(endpoints.getCharterContract, trips.getCharterContract),
  bindEndpoint(endpoints.previewCharterCancellation, trips.previewCharterCancellation),
  bindEndpoint(endpoints.cancelCharter, trips.cancelCharter),
  bindEndpoint(endpoints.changeCharterDates, trips.changeCharterDates),
  bindEndpoint(endpoints.changeCharterFlight, trips.changeCharterFlight),
  bindEndpoint(endpoints.reviewCharter, trips.reviewCharter),
  bindEndpoint(requestEndpoints.createCharterRequest, requests.createCharterRequest),
  bindEndpoint(requestEndpoints.listCharterRequests, requests.listCharterRequests),
  bindEndpoint(requestEndpoints.getCharterRequest, requests.getCharterRequest),
  bindEndpoint(requestEndpoints.acceptCharterOffer, requests.acceptCharterOffer),
  bindEndpoint(requestEndpoints.withdrawCharterRequest, requests.withdrawCharterRequest),
  bindEndpoint(requestEndpoints.listOperatorCharterRequests, requests.listOperatorCharterRequests),
  bindEndpoint(requestEndpoints.offerCharter, requests.offerCharter),
  bindEndpoint(requestEndpoints.listOperatorOffers, requests.listOperatorOffers),
  bindEndpoint(requestEndpoints.withdrawCharterOffer, requests.withdrawCharterOffer),
  bindEndpoint(requestEndpoints.listOperatorVehicles, market.listOperatorVehicles),
  bindEndpoint(requestEndpoints.setVehicleDays, market.setVehicleDays),
  bindEndpoint(requestEndpoints.listOperatorCharters, trips.listOperatorCharters),
  bindEndpoint(requestEndpoints.setCharterDriver, trips.setCharterDriver),
  bindEndpoint(requestEndpoints.startCharter, trips.startCharter),
  bindEndpoint(requestEndpoints.endCharter, trips.endCharter),
  bindEndpoint(requestEndpoints.failCharter, trips.failCharter),
]
