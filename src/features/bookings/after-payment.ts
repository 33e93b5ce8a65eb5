import { getBooking } from '#contract/bookings/endpoints'
import { saveBookingTickets } from '#features/tickets'
import { call } from '#lib/api'
import type { QueryClient } from '@tanstack/react-query'
import { storeBooking } from './queries.ts'
import { storeUnpaidBooking } from './unpaid.tsx'

/** Loads a booking again after a payment, and stores it on this phone; with `isPaid`, also its tickets. */
export async function refetchBooking(
  queries: QueryClient,
  reference: string,
  isPaid: boolean,
): Promise<void> {
  const booking = isPaid
    ? (await saveBookingTickets(reference)).booking
    : await call(getBooking, { reference })
  storeUnpaidBooking(booking)
  storeBooking(queries, booking)
  // One payment pays for both directions.
  const { return_trip } = booking
  if (return_trip?.way === 'out')
    void call(getBooking, { reference: return_trip.other }).then(
      (other) => storeBooking(queries, other),
      () => undefined,
    )
}
