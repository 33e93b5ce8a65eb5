import type { Booking } from '#contract/bookings/model'
import { useQuery } from '@tanstack/react-query'
import { getBookingQuery } from './queries.ts'

/** Names of the two ways of a return trip. */
export const wayWords = { out: 'Trip there', back: 'Trip back' } as const

/** `Seat 3`, `Seats 3, 4` */
export const seatWords = (seats: readonly number[]) =>
  seats.length === 1 ? `Seat ${seats[0]}` : `Seats ${seats.join(', ')}`

/** The other way of a booking's return trip, once this phone knows it; asked for again, since what happens to one may change both. */
export function useOtherWay(booking: Booking): Booking | undefined {
  const reference = booking.return_trip?.other ?? ''
  const other = useQuery({
    ...getBookingQuery(reference),
    enabled: reference !== '',
    refetchOnMount: 'always',
  })
  return reference === '' ? undefined : other.data
}
