import type { Booking } from '#contract/bookings/model'
import { addDays, computeDay, today } from '#lib/format'
import { ButtonLink } from '#ui/button'

/** A link to the search results for the same route tomorrow, for the same number of seats. */
export function BookAgainLink({ booking }: { booking: Booking }) {
  const { from, to } = booking.trip
  return (
    <ButtonLink to={searchPath(from, to, addDays(today(), 1), booking.seats.length || 1)}>
      Book again
    </ButtonLink>
  )
}

/** Returns the path of the search for the return trip of a held booking on `day`, or on the day of arrival if later. */
export function makeReturnSearchPath({ trip, reference, seats }: Booking, day: string): string {
  const arrival = computeDay(trip.arrives_at, trip.zone)
  const first = day < arrival ? arrival : day
  return `${searchPath(trip.to, trip.from, first, seats.length)}&out=${reference}`
}

type RouteEnd = Booking['trip']['from']

const searchPath = (from: RouteEnd, to: RouteEnd, day: string, passengers: number) =>
  `/bookride?from=${from.city.code}&to=${to.city.code}&date=${day}&passengers=${passengers}`
