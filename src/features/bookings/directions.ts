import { pluralize } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { useQuery } from '@tanstack/react-query'
import { getBookingQuery } from './queries.ts'

/** Labels of the two directions of a return trip. */
export const directionLabels = { out: 'Trip there', back: 'Trip back' } as const

/** `seat 3`, `seats 3, 4` */
export const seatsLabelInSentence = (seats: readonly number[]) =>
  `${pluralize(seats.length, 'seat')} ${seats.join(', ')}`

/** The same at the beginning of a sentence. */
export const seatsLabel = (seats: readonly number[]) =>
  seatsLabelInSentence(seats).replace('s', 'S')

/** The travellers who are not cancelled. */
export const activeTravellers = ({ passengers }: Pick<Booking, 'passengers'>) =>
  passengers.filter(({ state }) => state === 'travelling')

/**
 * The other direction of a booking's return trip, if this phone knows it; loaded again, since a change of one may
 * change both.
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
