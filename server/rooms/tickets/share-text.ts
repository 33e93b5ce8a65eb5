import type { Booking } from '#contract/bookings/model'
import { transliterate } from '#server/platform/transliterate'
import { toTicketName } from './plain-name.ts'
import { formatLocalTime } from '#server/platform/local-time'

/** Returns the first lines of emails and SMS with tickets of a moved trip; none for other trips. */
export const writeMoveLines = ({ reschedules_left }: Booking): string[] =>
  reschedules_left > 0 ? [] : ['Your trip was moved.']

/**
 * Returns the lines that explain why the booking has other seats than the person chose, and what the person may do.
 * Returns none if it has the chosen seats.
 */
export function writeReseatLines({ reseated, reseat_cause }: Booking): string[] {
  if (!reseated) return []
  const cause =
    reseat_cause === 'other_vehicle'
      ? 'The operator runs another vehicle, so you have other seats.'
      : 'Your payment came late and your seats were gone, so we found you others.'
  return [`${cause} You may cancel free of charge for 24 hours.`]
}

/**
 * Returns a ticket as text for SMS and WhatsApp: at most 300 characters of ASCII, since other characters make an SMS
 * more expensive.
 */
export function writeShareText(
  booking: Booking,
  ticket: { seat: number; full_name: string },
  link: string,
): string {
  const { trip, plate } = booking
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const report = formatLocalTime(booking.reporting_at, trip.zone)
  const name = toTicketName(ticket.full_name)
  const city = (of: string) => transliterate(of).slice(0, 24)
  const words = [
    ...writeMoveLines(booking),
    `Bus ticket ${booking.reference}.`,
    `${city(trip.from.city.name)} to ${city(trip.to.city.name)}, ${leaves.date} ${leaves.time}.`,
    `Seat ${ticket.seat}, ${name}.`,
    `Be at ${transliterate(trip.from.park.name).slice(0, 40)} by ${report.time}.`,
    `${transliterate(trip.operator.name).slice(0, 28)}${plate === null ? '' : ` ${transliterate(plate).slice(0, 12)}`}.`,
  ].join(' ')
  return `${words.slice(0, 299 - link.length)} ${link}`
}
