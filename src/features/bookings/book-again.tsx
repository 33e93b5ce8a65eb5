import type { Booking } from '#contract/bookings/model'
import { addDays, today } from '#lib/format'
import { ButtonLink } from '#ui/button'

/** The same road with as many seats, tomorrow. */
export function BookAgain({ booking }: { booking: Booking }) {
  const { from, to } = booking.trip
  const search = new URLSearchParams({
    from: from.city.code,
    to: to.city.code,
    date: addDays(today(), 1),
    passengers: String(Math.max(1, booking.seats.length)),
  })
  return <ButtonLink to={`/bookride?${search}`}>Book again</ButtonLink>
}
