import { pluralize } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { useQuery } from '@tanstack/react-query'
import { getBookingQuery } from './queries.ts'

/** Labels of the two directions of a return trip. */
export const directionLabels = { out: 'Outbound', back: 'Return' } as const

/** `seat 3`, `seats 3, 4` */
export const seatsLabelInSentence = (seats: readonly number[]) =>
  `${pluralize(seats.length, 'seat')} ${seats.join(', ')}`

/** `Seat 3`, `Seats 3, 4`, for the beginning of a sentence. */
export const seatsLabel = (seats: readonly number[]) =>
  seatsLabelInSentence(seats).replace('s', 'S')

/** Returns the travellers who are not cancelled. */
export const activeTravellers = ({ passengers }: Pick<Booking, 'passengers'>) =>
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
