import type { Booking } from '#contract/bookings/model'
import { serverNow } from '#lib/clock'
import type { NextTrip } from '#lib/device'
import type { BookingsState } from './booking-lists.ts'
import { isUnpaid } from './unpaid.tsx'

/** A trip that may be one direction of a return trip. */
interface Direction {
  reference: string
  return_trip?: { way: 'out' | 'back'; other: string } | null | undefined
}

/**
 * Returns the key by which a list sorts its trips. Upcoming: first the holds that can still be paid, the one that ends
 * first before the others; then the trips by departure, and last tickets of this phone whose trip is not in the
 * account's list and, even if it was late, has departed. Other lists: the departure, to be read from the end.
 */
export function makeSortKey(state: BookingsState, trips: readonly (Booking | NextTrip)[]): string {
  const keys = trips.map(state === 'upcoming' ? urgencyOf : departureOf).toSorted()
  return keys.at(state === 'upcoming' ? 0 : -1) ?? ''
}

const longestDelay_ms = 3 * 3_600_000

const departureOf = (trip: Booking | NextTrip) =>
  'trip' in trip ? trip.trip.departs_at : trip.departs_at

function urgencyOf(trip: Booking | NextTrip): string {
  const departs_at = departureOf(trip)
  if (!('trip' in trip))
    return `${Date.parse(departs_at) + longestDelay_ms > serverNow() ? 1 : 2} ${departs_at}`
  const { hold_expires_at: until } = trip
  const isRunning = isUnpaid(trip) && Date.parse(until ?? '') > serverNow()
  return isRunning ? `0 ${until}` : `1 ${departs_at}`
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
