export { cancelCharter, endCharterWithRefund, previewCharterCancellation } from './cancel.ts'
export { decideCharterReview, reportVehicleReview } from './change-repository.ts'
export { changeCharterDates, changeCharterFlight, reviewCharter } from './changes.ts'
export { charterPayable, issueCharterInvoice } from './charter-payable.ts'
export { makeCharterCode } from './codes.ts'
export {
  endCharter,
  failCharter,
  listOperatorCharters,
  setCharterDriver,
  startCharter,
} from './operator-trips.ts'
export { notifyCharterCustomer, notifyCharterOperator } from './trip-news.ts'
export { findChartersOfPerson, findCharter, lockCharter, splitPrice } from './trip-repository.ts'
export {
  bookCharter,
  getCharter,
  storeCharter,
  minNoticeHours,
  listCharters,
  hashNetworkForLimits,
  requireSamePrice,
  requireMinNotice,
} from './trips.ts'
export { toCharter } from './view.ts'
export { bookAirport } from './book-airport.ts'
export { getCharterContract } from './contract-pdf.ts'
