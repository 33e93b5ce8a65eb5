import type { Booking } from '#contract/bookings/model'
import { useQuery } from '@tanstack/react-query'
import { getBookingQuery } from './queries.ts'

/** Names of the two ways of a return trip. */
export const wayWords = { out: 'Trip there', back: 'Trip back' } as const

/** `seat 3`, `seats 3, 4` */
export const seatsInWords = (seats: readonly number[]) =>
  `seat${seats.length === 1 ? '' : 's'} ${seats.join(', ')}`

/** The same where a sentence or a line begins. */
export const seatWords = (seats: readonly number[]) => seatsInWords(seats).replace('s', 'S')

/** Who still travels on a booking. */
export const travellingOn = ({ passengers }: Pick<Booking, 'passengers'>) =>
  passengers.filter(({ state }) => state === 'travelling')

/**
 * The other way of a booking's return trip, once this phone knows it; asked for again, since what happens to one
 * may change both.
 */
export function useOtherWay(booking: Booking): Booking | undefined {
  const reference = booking.return_trip?.other ?? ''
  const other = useQuery({
    ...getBookingQuery(reference),
    enabled: reference !== '',
    refetchOnMount: 'always',
  })
  return reference === '' ? undefined : other.data
}
