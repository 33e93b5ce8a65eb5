import { serverNow } from '#lib/clock'
import { type NextTrip, read } from '#lib/device'

/** Returns the trips with a ticket on this phone, at most ten, without those that departed over 24 hours ago. */
export function readNextTrips(): NextTrip[] {
  const yesterday = new Date(serverNow() - 86_400_000).toISOString()
  return readStoredTrips().filter((trip) => trip.departs_at > yesterday)
}

/** Returns all stored trips, including those that have departed, or that seem so because of a wrong clock. */
export function readStoredTrips(): NextTrip[] {
  return read('next_trips') ?? []
}
