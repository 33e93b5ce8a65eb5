export { announceReservations } from './announce.ts'
export { reserveBooking } from './reserve.ts'
export { findOpenReservations } from './repository.ts'
