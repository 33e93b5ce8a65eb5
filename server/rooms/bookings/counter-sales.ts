import type { Db } from '#server/db/client'
import { counterChanges } from './changes/index.ts'
import { refundVehicleChangesSince } from './departures/index.ts'
import {
  type AllottedTripPart,
  type AllottedSale,
  allotSeats,
  freeAllottedSeats,
  sellAllottedSeats,
  sellReservedSeats,
  sellReturnAtCounter,
  sellSeatsAtCounter,
} from './holds/index.ts'
import { findEndedBookingIds, findOpenReservationIds } from './reservations/index.ts'

/** The functions for bookings that an operator's counter needs. The caller must have checked whose counter it is. */
export const counterSales = {
  sellSeats: sellSeatsAtCounter,
  sellReturn: sellReturnAtCounter,
  allotSeats,
  sellAllottedSeats: sellSeatsSetAside,
  freeAllottedSeats,
  findReservations: findOpenReservationIds,
  findEndedBookings: findEndedBookingIds,
  sellReservation: sellReservedSeats,
  ...counterChanges,
}

/**
 * Sells allotted seats as `sellAllottedSeats` does. If the departure got a cheaper vehicle after `made_at`, when the
 * seats were set aside, the difference is refunded, as it was for the bookings that existed at the change.
 */
async function sellSeatsSetAside(
  tx: Db,
  part: AllottedTripPart & { made_at: Date },
  sale: AllottedSale,
): Promise<string> {
  const id = await sellAllottedSeats(tx, part, sale)
  await refundVehicleChangesSince(tx, id, part.made_at)
  return id
}
