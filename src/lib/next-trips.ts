import { serverNow } from '#lib/clock'
import { type NextTrip, read } from '#lib/device'

/** The next ten trips with a ticket on this phone, read at once. Trips of yesterday and before are left out. */
export function nextTrips(): NextTrip[] {
  const yesterday = new Date(serverNow() - 86_400_000).toISOString()
  return keptTrips().filter((trip) => trip.departs_at > yesterday)
}

/** The same with those that are over, or only seem so because the phone's clock is wrong. */
export function keptTrips(): NextTrip[] {
  return read('next_trips') ?? []
}
