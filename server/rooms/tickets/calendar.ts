import { formatSeats } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { product } from '#contract/product'
import { formatParkPlace } from '#contract/trips/rules'
import { formatLocalTime } from '#server/platform/local-time'
import { formatPhone } from '#contract/phone'

/** Writes the trip as an iCalendar file (RFC 5545), with alarms two hours and half an hour before departure. */
export function writeCalendar(booking: Booking): string {
  const { trip, from_park: park } = booking
  const report = formatLocalTime(booking.reporting_at, trip.zone)
  const title = `Bus ${trip.from.city.name} – ${trip.to.city.name}`
  const about = [
    `Be at ${park.name} by ${report.time}.`,
    `Reference ${booking.reference}, ${formatSeats(booking.seats)}.`,
    trip.operator.name +
      (booking.operator_phone === null ? '' : `, ${formatPhone(booking.operator_phone)}`),
  ].join('\n')
  const ended = booking.status === 'cancelled' || booking.status === 'operator_cancelled'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${product.name}//Tickets//EN`,
    'BEGIN:VEVENT',
    `UID:${booking.reference}@${product.slug}`,
    `DTSTAMP:${stamp(booking.server_time)}`,
    `SEQUENCE:${Math.floor(Date.parse(booking.server_time) / 60_000) % 1_000_000_000}`,
    `DTSTART:${stamp(trip.departs_at)}`,
    `DTEND:${stamp(trip.arrives_at)}`,
    `STATUS:${ended ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(formatParkPlace({ ...park, city: park.city.name }))}`,
    ...(park.latitude === null || park.longitude === null
      ? []
      : [`GEO:${park.latitude};${park.longitude}`]),
    `DESCRIPTION:${escaped(about)}`,
    ...alarm('PT2H', `Leave for ${park.name}: be there by ${report.time}`),
    ...alarm('PT30M', `Be at ${park.name} now`),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(folded).join('')
}

function alarm(before: string, words: string): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-${before}`,
    `DESCRIPTION:${escaped(words)}`,
    'END:VALARM',
  ]
}

function stamp(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/**
 * Escapes a text value (RFC 5545, 3.3.11). A bare CR or another control character would make calendar programs skip the
 * line.
 */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Folds a line so that none is longer than 75 bytes and no character is split. */
function folded(line: string): string {
  let text = ''
  let length = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (length + size > 74) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += size
  }
  return `${text}\r\n`
}
