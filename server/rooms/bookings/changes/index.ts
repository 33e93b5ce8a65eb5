export {
  cancelBooking,
  cancelCounterSale,
  previewCancellation,
  previewCounterCancellation,
} from './cancel-service.ts'
export { priceBooking, computeSeatsPrice, computeFullRefund } from './cancellation.ts'
export { addRefund, cancelSeats } from './change-repository.ts'
export { listRescheduleOptions, rescheduleBooking } from './reschedule-service.ts'
