import * as marketEndpoints from '#contract/charters/market/endpoints'
import * as requestEndpoints from '#contract/charters/requests/endpoints'
import * as tripEndpoints from '#contract/charters/trips/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as market from './market/index.ts'
import * as requests from './requests/index.ts'
import * as trips from './trips/index.ts'

export const charterRoutes = [
  bindEndpoint(marketEndpoints.listCharterVehicles, market.listCharterVehicles),
  bindEndpoint(marketEndpoints.getCharterVehicle, market.getCharterVehicle),
  bindEndpoint(marketEndpoints.listVehicleReviews, market.listVehicleReviews),
  bindEndpoint(marketEndpoints.quoteCharter, market.quoteCharter),
  bindEndpoint(marketEndpoints.listAirports, market.listAirports),
  bindEndpoint(tripEndpoints.bookCharter, trips.bookCharter),
  bindEndpoint(tripEndpoints.bookAirport, trips.bookAirport),
  bindEndpoint(tripEndpoints.listCharters, trips.listCharters),
  bindEndpoint(tripEndpoints.getCharter, trips.getCharter),
  bindEndpoint(tripEndpoints.getCharterContract, trips.getCharterContract),
  bindEndpoint(tripEndpoints.previewCharterCancellation, trips.previewCharterCancellation),
  bindEndpoint(tripEndpoints.cancelCharter, trips.cancelCharter),
  bindEndpoint(tripEndpoints.changeCharterDates, trips.changeCharterDates),
  bindEndpoint(tripEndpoints.changeCharterFlight, trips.changeCharterFlight),
  bindEndpoint(tripEndpoints.reviewCharter, trips.reviewCharter),
  bindEndpoint(requestEndpoints.createCharterRequest, requests.createCharterRequest),
  bindEndpoint(requestEndpoints.listCharterRequests, requests.listCharterRequests),
  bindEndpoint(requestEndpoints.getCharterRequest, requests.getCharterRequest),
  bindEndpoint(requestEndpoints.acceptCharterOffer, requests.acceptCharterOffer),
  bindEndpoint(requestEndpoints.withdrawCharterRequest, requests.withdrawCharterRequest),
  bindEndpoint(requestEndpoints.listOperatorCharterRequests, requests.listOperatorCharterRequests),
  bindEndpoint(requestEndpoints.offerCharter, requests.offerCharter),
  bindEndpoint(requestEndpoints.listOperatorOffers, requests.listOperatorOffers),
  bindEndpoint(requestEndpoints.withdrawCharterOffer, requests.withdrawCharterOffer),
  bindEndpoint(marketEndpoints.listOperatorVehicles, market.listOperatorVehicles),
  bindEndpoint(marketEndpoints.setVehicleDays, market.setVehicleDays),
  bindEndpoint(tripEndpoints.listOperatorCharters, trips.listOperatorCharters),
  bindEndpoint(tripEndpoints.setCharterDriver, trips.setCharterDriver),
  bindEndpoint(tripEndpoints.startCharter, trips.startCharter),
  bindEndpoint(tripEndpoints.endCharter, trips.endCharter),
  bindEndpoint(tripEndpoints.failCharter, trips.failCharter),
]
