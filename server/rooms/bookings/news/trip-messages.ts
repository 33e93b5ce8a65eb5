import { formatDuration } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import type { TripPushPayload } from '#contract/notifications/model'
import { maxPushBytes } from '#contract/notifications/rules'
import { product } from '#contract/product'
import { formatLocalTime } from '#server/platform/local-time'

/** Returns a message about a trip: a title, and a text that is complete without the title. */
function makeTripText(
  kind: TripPushPayload['kind'],
  booking: Booking,
): { title: string; text: string } {
  const { trip, delay_minutes = 0, plate } = booking
  const road = `${trip.from.city.name} to ${trip.to.city.name}`
  const planned = formatLocalTime(trip.departs_at, trip.zone)
  const now = formatLocalTime(addDelay(trip.departs_at, delay_minutes), trip.zone)
  const report = formatLocalTime(booking.reporting_at, trip.zone)
  const bus = `Your bus of ${planned.date}, ${planned.time}`
  const says = booking.note ? ` ${trip.operator.name} says: ${booking.note}` : ''
  const with_plate = plate === null ? '' : ` Its plate is ${plate}.`
  const words: Record<TripPushPayload['kind'], [title: string, text: string]> = {
    reminder: [
      `${road}: ${now.date}, ${now.time}`,
      `Your bus leaves on ${now.date} at ${now.time}${delay_minutes === 0 ? '' : `, ${formatDuration(delay_minutes)} late`}. Be at ${booking.from_park.name} by ${report.time}.${with_plate}${says}`,
    ],
    delayed:
      delay_minutes === 0
        ? [`${road}: on time again`, `${bus}, leaves on time after all.${with_plate}${says}`]
        : [
            `${road}: ${formatDuration(delay_minutes)} late`,
            `${bus}, now leaves at ${now.time}${now.date === planned.date ? '' : ` on ${now.date}`}.${with_plate}${says}`,
          ],
    vehicle: [`${road}: plate ${plate ?? 'changed'}`, `${bus}, has changed.${with_plate}${says}`],
    note: [`${road}: news about your trip`, `${bus}.${says}`],
    cancelled:
      trip.status === 'cancelled'
        ? [`${road}: cancelled`, `${bus}, does not run. We refund what you paid automatically.`]
        : [
            `${road}: no seat left`,
            `${bus}, is now another vehicle, without a seat for you. We refund what you paid automatically.`,
          ],
  }
  const [title, text] = words[kind]
  return { title, text }
}

const addDelay = (departs_at: string, minutes: number) =>
  new Date(Date.parse(departs_at) + minutes * 60_000)

/** Returns the message as a push; the operator's note is omitted if the push would be too long. */
export function writeTripPush(kind: TripPushPayload['kind'], booking: Booking): TripPushPayload {
  const { reference, status, server_time, delay_minutes = 0, plate, note = null } = booking
  const { title, text: body } = makeTripText(kind, booking)
  const trip = { status, delay_minutes, plate, note }
  const news = { kind, reference, title, body, url: `/ticket/${reference}`, trip, server_time }
  const fits = Buffer.byteLength(JSON.stringify(news)) <= maxPushBytes
  return fits || note === null ? news : writeTripPush(kind, { ...booking, note: null })
}

export function writeTripMessages(
  kind: TripPushPayload['kind'],
  booking: Booking,
  public_url: string,
): { subject: string; text: string; sms: string } {
  const { title, text } = makeTripText(kind, booking)
  const end = `Booking ${booking.reference}.`
  return {
    subject: title,
    text: `${text}\n\n${end} ${kind === 'reminder' ? 'Your ticket' : 'Your ticket stays valid'}: ${public_url}/ticket/${booking.reference}`,
    sms: `${product.name}: ${text} ${end}`,
  }
}

/** Returns the message to people whose unpaid seats were released. */
export function writeUnpaidMessage({ trip, reference }: Booking): {
  subject: string
  text: string
} {
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const road = `${trip.from.city.name} to ${trip.to.city.name}`
  return {
    subject: `${road}: your seats were released`,
    text: `${product.name}: ${trip.operator.name} cannot give you the seats you held from ${road} on ${leaves.date}, ${leaves.time}. You have paid nothing. If a payment is still under way, we refund it automatically. Booking ${reference}.`,
  }
}
