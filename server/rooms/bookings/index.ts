export { counterSales } from './counter-sales.ts'
export { holdSeatsForWaitlist, priceSeats } from './holds/index.ts'
export {
  type BookingRow,
  toBooking,
  readBooking,
  listBookingsById,
  lockOwnBooking,
  findOwnBooking,
} from './record/index.ts'
export { room } from './room.ts'
