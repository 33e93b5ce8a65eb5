export {
  readBooking,
  lockBookingById,
  lockOwnBooking,
  findOwnBooking,
  findVisibleBooking,
} from './owner.ts'
export {
  type BookingRow,
  type FrozenFare,
  findBookingByReference,
  lockBooking,
} from './repository.ts'
export {
  findReservableUntil,
  toBooking,
  toBookingWithMoves,
  listBookingsById,
  listBookingsOfUser,
  listTravellingSeats,
} from './view.ts'
