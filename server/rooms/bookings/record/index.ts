export { bookingRow, lockById, lockOwnBooking, ownBooking, seeBooking } from './owner.ts'
export { type BookingRow, type FrozenFare, findByReference } from './repository.ts'
export { bookingOf, bookingsById, bookingsOfUser, travellingSeats } from './view.ts'
