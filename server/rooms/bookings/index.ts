export { counterSales } from './counter-sales.ts'
export { type AllottedTripPart, holdSeatsForWaitlist, priceSeats } from './holds/index.ts'
export {
  type BookingRow,
  toBooking,
  readBooking,
  listBookingsById,
  lockOwnBooking,
  findOwnBooking,
} from './record/index.ts'
export { reserveBooking } from './reservations/index.ts'
export { room } from './room.ts'
