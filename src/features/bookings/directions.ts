import type { Booking } from '#contract/bookings/model'
import { useQuery } from '@tanstack/react-query'
import { getBookingQuery } from './queries.ts'

export const listActiveTravellers = ({ passengers }: Pick<Booking, 'passengers'>) =>
  passengers.filter(({ state }) => state === 'travelling')

/**
 * Returns the booking for the other direction of a return trip; undefined for a single trip, and until it is loaded.
 * Each screen loads it again, because a change of one booking may change both.
 */
export function useOtherDirection(booking: Booking): Booking | undefined {
  const reference = booking.return_trip?.other ?? ''
  const other = useQuery({
    ...getBookingQuery(reference),
    enabled: reference !== '',
    refetchOnMount: 'always',
  })
  return reference === '' ? undefined : other.data
}
