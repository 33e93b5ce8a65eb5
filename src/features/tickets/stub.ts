import type { Booking } from '#contract/bookings/model'
import { hasShape, type Shape } from '#contract/shape'
import type { NextTrip } from '#lib/device'
import type { TicketRecord } from '#lib/vault'

/**
 * The tickets of one booking. If the phone has only their short form (`NextTrip`), `booking` and the optional fields of
 * each ticket are missing.
 */
export interface TicketSummary {
  reference: string
  from: string
  to: string
  operator: string
  departs_at: string
  zone: string
  delay_minutes?: number | undefined
  /** For a return trip: the direction of this booking, and the reference of the other one. */
  return_trip?: { way: 'out' | 'back'; other: string } | undefined
  tickets: readonly {
    seat: number
    passenger: string
    payload: string
    code?: string
    share_text?: string
    link?: string
    status?: string
  }[]
  booking?: Booking
}

const endShape: Shape = { city: { name: 'string' }, park: { name: 'string' } }

/** The fields of a booking that a ticket shows. */
const bookingShape: Shape = {
  reporting_at: 'instant',
  luggage: 'string',
  from_park: { name: 'string', address: 'string' },
  trip: {
    from: endShape,
    to: endShape,
    departs_at: 'instant',
    arrives_at: 'instant',
    duration_minutes: 'number',
    refund_policy: 'string',
  },
  fare: { lines: [{ label: 'string', amount_kobo: 'number' }], total_kobo: 'number' },
}

/**
 * Returns what screens show of a booking's tickets, from the vault's record or the server's answer. A damaged booking
 * is left out: seats and codes are enough to board.
 */
export function makeTicketSummary({ reference, booking, tickets }: TicketRecord): TicketSummary {
  const { trip } = booking
  return {
    reference,
    from: trip.from.city.name,
    to: trip.to.city.name,
    operator: trip.operator.name,
    departs_at: trip.departs_at,
    zone: trip.zone,
    delay_minutes: booking.delay_minutes,
    return_trip: (booking.return_trip?.lost !== true && booking.return_trip) || undefined,
    tickets,
    ...(hasShape(bookingShape, booking) && { booking }),
  }
}

/** Returns what screens show of a booking's tickets, from the short form in local storage, which is enough to board. */
export function makeShortTicketSummary(trip: NextTrip): TicketSummary {
  return { ...trip }
}
