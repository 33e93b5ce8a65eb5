export {
  readBooking,
  lockBookingById,
  lockOwnBooking,
  findOwnBooking,
  findVisibleBooking,
} from './owner.ts'
export { type BookingRow, type FrozenFare, findByReference } from './repository.ts'
export { toBooking, listBookingsById, listBookingsOfUser, listTravellingSeats } from './view.ts'
