export { announceReservations } from './announce.ts'
export { reserveBooking } from './reserve.ts'
export { countOpenReservations, findOpenReservationIds } from './repository.ts'
