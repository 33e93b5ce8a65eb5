import type { Booking } from '#contract/bookings/model'
import { ascii } from '#server/platform/transliterate'
import { nameOnCode } from './plain-name.ts'
import { localTime } from '#server/platform/local-time'

/** The first lines of emails and SMS with tickets of a moved trip; else empty. */
export const movedLines = ({ reschedules_left }: Booking): string[] =>
  reschedules_left > 0 ? [] : ['Your trip was moved.']

/** A ticket as text for SMS and WhatsApp: ASCII, which is cheaper, at most 300 characters. */
export function shareText(
  booking: Booking,
  ticket: { seat: number; full_name: string },
  link: string,
): string {
  const { trip, plate } = booking
  const leaves = localTime(trip.departs_at, trip.zone)
  const report = localTime(booking.reporting_at, trip.zone)
  const name = nameOnCode(ticket.full_name)
  const city = (of: string) => ascii(of).slice(0, 24)
  const words = [
    ...movedLines(booking),
    `Bus ticket ${booking.reference}.`,
    `${city(trip.from.city.name)} to ${city(trip.to.city.name)}, ${leaves.date} ${leaves.time}.`,
    `Seat ${ticket.seat}, ${name}.`,
    `Be at ${ascii(trip.from.park.name).slice(0, 40)} by ${report.time}.`,
    `${ascii(trip.operator.name).slice(0, 28)}${plate === null ? '' : ` ${ascii(plate).slice(0, 12)}`}.`,
  ].join(' ')
  return `${words.slice(0, 299 - link.length)} ${link}`
}
