import type { SoldTickets } from '#contract/counter/model'
import { formatNaira } from '#contract/money'

/**
 * Returns the tickets of a sale as one of the `directions` of `IssuedTickets`. `more`: facts to list below the price.
 */
export function makeDirectionTickets(
  { booking, tickets, reference }: SoldTickets,
  more: readonly (readonly [string, string])[] = [],
) {
  const { trip, from_park, to_park, paid_kobo, delay_minutes = 0 } = booking
  return {
    trip: {
      from: from_park.name,
      to: to_park.name,
      departs_at: trip.departs_at,
      delay_minutes,
      zone: trip.zone,
    },
    tickets,
    facts: [
      ['Booking', reference],
      [tickets.length > 1 ? 'Paid for all' : 'Paid', formatNaira(paid_kobo)],
      ...more,
    ] as const,
  }
}
