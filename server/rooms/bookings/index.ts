export { holdInTurn, priceSeats } from './holds/index.ts'
export {
  type BookingRow,
  bookingOf,
  bookingRow,
  bookingsById,
  lockOwnBooking,
  ownBooking,
} from './record/index.ts'
export { room } from './room.ts'
