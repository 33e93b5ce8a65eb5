import { counterChanges } from './changes/index.ts'
import {
  allotSeats,
  freeAllottedSeats,
  sellAllottedSeats,
  sellReservedSeats,
  sellReturnAtCounter,
  sellSeatsAtCounter,
} from './holds/index.ts'
import { findOpenReservations } from './reservations/index.ts'

/** The functions for bookings that an operator's counter needs. The caller must have checked whose counter it is. */
export const counterSales = {
  sellSeats: sellSeatsAtCounter,
  sellReturn: sellReturnAtCounter,
  allotSeats,
  sellAllottedSeats,
  freeAllottedSeats,
  findReservations: findOpenReservations,
  sellReservation: sellReservedSeats,
  ...counterChanges,
}
