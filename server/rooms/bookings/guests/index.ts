export { deleteOldCodes } from './guest-repository.ts'
export { proveBooking, sendBookingCode, textBookingCode } from './guest-service.ts'
