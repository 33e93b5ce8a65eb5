import * as mine from '#contract/charters/endpoints'
import * as asked from '#contract/charters/request-endpoints'
import { serve } from '#server/http/serve'
import * as airports from './airports.ts'
import * as cancel from './cancel.ts'
import * as changes from './changes.ts'
import * as papers from './contract-pdf.ts'
import * as offers from './offers.ts'
import * as operator from './operator.ts'
import * as quotes from './quote.ts'
import * as requests from './requests.ts'
import * as service from './service.ts'
import * as vehicles from './vehicles.ts'

export const charterRoutes = [
  serve(mine.listCharterVehicles, (ctx, input) => vehicles.listCharterVehicles(ctx, input)),
  serve(mine.getCharterVehicle, (ctx, input) => vehicles.getCharterVehicle(ctx, input)),
  serve(mine.listVehicleReviews, (ctx, input) => vehicles.listVehicleReviews(ctx, input)),
  serve(mine.quoteCharter, (ctx, input) => quotes.quoteCharter(ctx, input)),
  serve(mine.listAirports, (ctx) => airports.listAirports(ctx)),
  serve(mine.bookCharter, (ctx, input) => service.bookCharter(ctx, input)),
  serve(mine.bookAirport, (ctx, input) => airports.bookAirport(ctx, input)),
  serve(mine.listCharters, (ctx, input) => service.listCharters(ctx, input)),
  serve(mine.getCharter, (ctx, input) => service.getCharter(ctx, input)),
  serve(mine.getCharterContract, (ctx, input) => papers.getCharterContract(ctx, input)),
  serve(mine.previewCharterCancellation, (ctx, input) =>
    cancel.previewCharterCancellation(ctx, input),
  ),
  serve(mine.cancelCharter, (ctx, input) => cancel.cancelCharter(ctx, input)),
  serve(mine.changeCharterDates, (ctx, input) => changes.changeCharterDates(ctx, input)),
  serve(mine.changeCharterFlight, (ctx, input) => changes.changeCharterFlight(ctx, input)),
  serve(mine.reviewCharter, (ctx, input) => changes.reviewCharter(ctx, input)),
  serve(asked.createCharterRequest, (ctx, input) => requests.createCharterRequest(ctx, input)),
  serve(asked.listCharterRequests, (ctx, input) => requests.listCharterRequests(ctx, input)),
  serve(asked.getCharterRequest, (ctx, input) => requests.getCharterRequest(ctx, input)),
  serve(asked.acceptCharterOffer, (ctx, input) => requests.acceptCharterOffer(ctx, input)),
  serve(asked.withdrawCharterRequest, (ctx, input) => requests.withdrawCharterRequest(ctx, input)),
  serve(asked.listOperatorCharterRequests, (ctx, input) =>
    offers.listOperatorCharterRequests(ctx, input),
  ),
  serve(asked.offerCharter, (ctx, input) => offers.offerCharter(ctx, input)),
  serve(asked.listOperatorOffers, (ctx, input) => offers.listOperatorOffers(ctx, input)),
  serve(asked.withdrawCharterOffer, (ctx, input) => offers.withdrawCharterOffer(ctx, input)),
  serve(asked.listOperatorVehicles, (ctx, input) => operator.listOperatorVehicles(ctx, input)),
  serve(asked.setVehicleDays, (ctx, input) => operator.setVehicleDays(ctx, input)),
  serve(asked.listOperatorCharters, (ctx, input) => operator.listOperatorCharters(ctx, input)),
  serve(asked.setCharterDriver, (ctx, input) => operator.setCharterDriver(ctx, input)),
  serve(asked.startCharter, (ctx, input) => operator.startCharter(ctx, input)),
  serve(asked.endCharter, (ctx, input) => operator.endCharter(ctx, input)),
  serve(asked.failCharter, (ctx, input) => operator.failCharter(ctx, input)),
]
