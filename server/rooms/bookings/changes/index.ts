export { cancelBooking, previewCancellation } from './cancel-service.ts'
export { priceOf, priceOfSeats, wholePrice } from './cancellation.ts'
export { addRefunded, cancelSeats } from './change-repository.ts'
export { listRescheduleOptions, rescheduleBooking } from './reschedule-service.ts'
