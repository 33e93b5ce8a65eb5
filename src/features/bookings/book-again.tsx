import type { Booking } from '#contract/bookings/model'
import { addDays, today } from '#lib/format'
import { ButtonLink } from '#ui/button'

/** A link to the same route with as many seats, tomorrow. */
export function BookAgain({ booking }: { booking: Booking }) {
  const { from, to } = booking.trip
  return (
    <ButtonLink to={searchPath(from, to, addDays(today(), 1), booking.seats.length || 1)}>
      Book again
    </ButtonLink>
  )
}

type End = Booking['trip']['from']

/** The path of a search from one place to another. */
export const searchPath = (from: End, to: End, day: string, passengers: number) =>
  `/bookride?from=${from.city.code}&to=${to.city.code}&date=${day}&passengers=${passengers}`
