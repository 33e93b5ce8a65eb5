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
 * Returns the text by which a list sorts a card with these trips. In ascending order, the upcoming list begins with the
 * holds that can still be paid, by deadline. The other bookings follow by departure, together with tickets that only
 * this phone knows. Such a ticket comes last from three hours after its departure, when its bus has left even with the
 * longest delay. The keys of the other lists are departures, for descending order.
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
 * group has the position of the first of its bookings in `trips`.
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
