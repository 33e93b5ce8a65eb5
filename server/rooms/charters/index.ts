import {
  cancelCharter,
  reviewCharter,
  endCharter,
  failCharter,
  listOperatorCharters,
  setCharterDriver,
  startCharter,
  bookCharter,
} from './trips/index.ts'
import {
  listOperatorCharterRequests,
  offerCharter,
  withdrawCharterOffer,
  acceptCharterOffer,
  createCharterRequest,
  getCharterRequest,
  withdrawCharterRequest,
} from './requests/index.ts'
import { quoteCharter } from './market/index.ts'

export {
  decideCharterReview,
  issueCharterInvoice,
  reportVehicleReview,
  makeCharterCode,
} from './trips/index.ts'
export { room } from './room.ts'
export { sweepCharters } from './upkeep.ts'

/** Calls that customers make, for the demo. */
export const customerCalls = {
  acceptCharterOffer,
  bookCharter,
  cancelCharter,
  createCharterRequest,
  getCharterRequest,
  quoteCharter,
  reviewCharter,
  withdrawCharterRequest,
}

/** Calls that operators make, for the demo. */
export const operatorCalls = {
  endCharter,
  failCharter,
  listOperatorCharterRequests,
  listOperatorCharters,
  offerCharter,
  setCharterDriver,
  startCharter,
  withdrawCharterOffer,
}
