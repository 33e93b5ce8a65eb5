import { cancelCharter } from './cancel.ts'
import { reviewCharter } from './changes.ts'
import { listOperatorCharterRequests, offerCharter, withdrawCharterOffer } from './offers.ts'
import {
  endCharter,
  failCharter,
  listOperatorCharters,
  setCharterDriver,
  startCharter,
} from './operator.ts'
import { quoteCharter } from './quote.ts'
import {
  acceptCharterOffer,
  createCharterRequest,
  getCharterRequest,
  withdrawCharterRequest,
} from './requests.ts'
import { bookCharter } from './service.ts'

export { decideCharterReview, reportCharterReview } from './changes-repository.ts'
export { charterCode } from './codes.ts'
export { room } from './room.ts'
export { keepChartersCurrent } from './upkeep.ts'

/** The customer's side, for the demo. */
export const hirerSide = {
  acceptCharterOffer,
  bookCharter,
  cancelCharter,
  createCharterRequest,
  getCharterRequest,
  quoteCharter,
  reviewCharter,
  withdrawCharterRequest,
}

/** The operator's side, for the demo. */
export const operatorSide = {
  endCharter,
  failCharter,
  listOperatorCharterRequests,
  listOperatorCharters,
  offerCharter,
  setCharterDriver,
  startCharter,
  withdrawCharterOffer,
}
