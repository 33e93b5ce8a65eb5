export { cancelCounterSale, previewCounterCancellation } from './changes/index.ts'
export { holdSeatsForTurn, priceSeats, sellSeatsAtCounter } from './holds/index.ts'
export {
  type BookingRow,
  toBooking,
  readBooking,
  listBookingsById,
  lockOwnBooking,
  findOwnBooking,
} from './record/index.ts'
export { room } from './room.ts'
