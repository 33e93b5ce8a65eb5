export { notifyOfDueReservations } from './notify.ts'
export { reserveBooking } from './reserve.ts'
export { countOpenReservations, findEndedBookingIds, findOpenReservationIds } from './repository.ts'
