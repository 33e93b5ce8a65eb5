import * as endpoints from '#contract/charters/endpoints'
import * as requestEndpoints from '#contract/charters/request-endpoints'
import { serve } from '#server/http/serve'
import * as market from './market/index.ts'
import * as requests from './requests/index.ts'
import * as trips from './trips/index.ts'

export const charterRoutes = [
  serve(endpoints.listCharterVehicles, market.listCharterVehicles),
  serve(endpoints.getCharterVehicle, market.getCharterVehicle),
  serve(endpoints.listVehicleReviews, market.listVehicleReviews),
  serve(endpoints.quoteCharter, market.quoteCharter),
  serve(endpoints.listAirports, market.listAirports),
  serve(endpoints.bookCharter, trips.bookCharter),
  serve(endpoints.bookAirport, trips.bookAirport),
  serve(endpoints.listCharters, trips.listCharters),
  serve(endpoints.getCharter, trips.getCharter),
  serve(endpoints.getCharterContract, trips.getCharterContract),
  serve(endpoints.previewCharterCancellation, trips.previewCharterCancellation),
  serve(endpoints.cancelCharter, trips.cancelCharter),
  serve(endpoints.changeCharterDates, trips.changeCharterDates),
  serve(endpoints.changeCharterFlight, trips.changeCharterFlight),
  serve(endpoints.reviewCharter, trips.reviewCharter),
  serve(requestEndpoints.createCharterRequest, requests.createCharterRequest),
  serve(requestEndpoints.listCharterRequests, requests.listCharterRequests),
  serve(requestEndpoints.getCharterRequest, requests.getCharterRequest),
  serve(requestEndpoints.acceptCharterOffer, requests.acceptCharterOffer),
  serve(requestEndpoints.withdrawCharterRequest, requests.withdrawCharterRequest),
  serve(requestEndpoints.listOperatorCharterRequests, requests.listOperatorCharterRequests),
  serve(requestEndpoints.offerCharter, requests.offerCharter),
  serve(requestEndpoints.listOperatorOffers, requests.listOperatorOffers),
  serve(requestEndpoints.withdrawCharterOffer, requests.withdrawCharterOffer),
  serve(requestEndpoints.listOperatorVehicles, market.listOperatorVehicles),
  serve(requestEndpoints.setVehicleDays, market.setVehicleDays),
  serve(requestEndpoints.listOperatorCharters, trips.listOperatorCharters),
  serve(requestEndpoints.setCharterDriver, trips.setCharterDriver),
  serve(requestEndpoints.startCharter, trips.startCharter),
  serve(requestEndpoints.endCharter, trips.endCharter),
  serve(requestEndpoints.failCharter, trips.failCharter),
]
