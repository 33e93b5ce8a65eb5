import { serverNow } from '#lib/clock'
import { type NextTrip, read } from '#lib/device'

/** The next ten trips with a ticket on this phone, read at once. Trips of yesterday and before are left out. */
export function nextTrips(): NextTrip[] {
  const yesterday = new Date(serverNow() - 86_400_000).toISOString()
  return (read('next_trips') ?? []).filter((trip) => trip.departs_at > yesterday)
}
