export {
  listOperatorCharterRequests,
  listOperatorOffers,
  offerCharter,
  withdrawCharterOffer,
} from './offers.ts'
export { findRequestsOfPerson } from './request-repository.ts'
export {
  acceptCharterOffer,
  createCharterRequest,
  getCharterRequest,
  listCharterRequests,
  withdrawCharterRequest,
} from './requests.ts'
