import type { Booking } from '#contract/bookings/model'
import { serverNow } from '#lib/clock'
import { isUnpaid } from './unpaid.tsx'

/** A trip that may be one direction of a return trip. */
interface Direction {
  reference: string
  return_trip?: { way: 'out' | 'back'; other: string } | null | undefined
}

/**
 * Sorts upcoming bookings by what is urgent: first the holds that can still be paid, the one that ends first before the
 * others; then the trips by departure.
 */
export const sortBookingsByUrgency = (bookings: readonly Booking[]): Booking[] =>
  bookings.toSorted((a, b) => urgencyOf(a).localeCompare(urgencyOf(b)))

function urgencyOf(booking: Booking): string {
  const { trip, hold_expires_at: until } = booking
  const isRunning = isUnpaid(booking) && Date.parse(until ?? '') > serverNow()
  return isRunning ? `0 ${until}` : `1 ${trip.departs_at}`
}

/**
 * Returns one group for each trip: both directions of a return trip, the outbound one first, or one booking alone. A
 * group is at the place of its first booking.
 */
export function groupReturnTrips<Trip extends Direction>(
  trips: readonly Trip[],
): [Trip, ...Trip[]][] {
  const groups = new Map<string, [Trip, ...Trip[]]>()
  for (const trip of trips) {
    const pair = [trip.reference, trip.return_trip?.other ?? ''].toSorted().join(' ')
    const [other] = groups.get(pair) ?? []
    if (other === undefined) groups.set(pair, [trip])
    else groups.set(pair, trip.return_trip?.way === 'out' ? [trip, other] : [other, trip])
  }
  return [...groups.values()]
}
