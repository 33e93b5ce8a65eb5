import { cancelCounterSale, previewCounterCancellation } from './changes/index.ts'
import { sellReservedSeats, sellSeatsAtCounter } from './holds/index.ts'
import { findOpenReservations } from './reservations/index.ts'

/** What an operator's counter does with bookings. The caller has checked whose counter it is. */
export const counterSales = {
  sellSeats: sellSeatsAtCounter,
  findReservations: findOpenReservations,
  sellReservation: sellReservedSeats,
  previewCancellation: previewCounterCancellation,
  cancel: cancelCounterSale,
}
