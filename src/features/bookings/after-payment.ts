import { getBooking } from '#contract/bookings/endpoints'
import { saveBookingTickets } from '#features/tickets'
import { call } from '#lib/api'
import type { QueryClient } from '@tanstack/react-query'
import { storeBooking } from './queries.ts'
import { storeUnpaidBooking } from './unpaid.tsx'

/** Stores a booking on this phone after a payment. If it is now paid, its tickets are stored too. */
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
}
