export { deleteExpiredGuestAccess } from './guest-repository.ts'
export { proveBooking, sendBookingCode, sendBookingCodeSms } from './guest-service.ts'
