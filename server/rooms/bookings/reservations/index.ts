export { announceReservations } from './announce.ts'
export { reserveBooking } from './reserve.ts'
export { countOpenReservations, findOpenReservations } from './repository.ts'
