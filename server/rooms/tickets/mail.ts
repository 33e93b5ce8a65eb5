import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import type { Mail } from '#server/rooms/notifications'
import { writeCalendar } from './calendar.ts'
import { formatParkPlace } from '#contract/trips/rules'
import { writeMoveLines, writeReseatLines } from './share-text.ts'
import type { BookingWithTickets } from './service.ts'
import { renderTicketMail } from './mail-html.ts'
import { formatLocalTime } from '#server/platform/local-time'
import { formatPhone } from '#contract/phone'

/**
 * Writes the email with the links to the tickets of a paid booking, and a calendar file. No PDF is attached: hardly
 * anybody opens it, drawing it costs as much as the rest of a sale, and the page behind a link can be printed.
 * `instead`: an address for a contact without one, and the sentence that explains why the email goes there. Returns
 * undefined without an address, and if no ticket is valid any more.
 */
export function writeTicketMail(
  { booking, tickets }: BookingWithTickets,
  instead?: { to: string; why: string },
): Required<Mail> | undefined {
  const to = booking.contact?.email ?? instead?.to
  const valid = tickets.filter((ticket) => ticket.status === 'valid')
  if (to === undefined || to === null || valid.length === 0) return undefined
  const { trip } = booking
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const arrives = formatLocalTime(trip.arrives_at, trip.zone)
  const report = formatLocalTime(booking.reporting_at, trip.zone)
  const route = `${trip.from.city.name} to ${trip.to.city.name}`
  const first = [
    ...(to === instead?.to ? [instead.why] : []),
    ...writeMoveLines(booking),
    ...writeReseatLines(booking),
  ]
  const when = `${leaves.date}, ${leaves.time}`
  const facts = [
    `Be at ${formatParkPlace({ ...booking.from_park, city: booking.from_park.city.name })}, by ${report.time}.`,
    `The bus arrives ${arrives.date === leaves.date ? '' : `on ${arrives.date} `}at ${arrives.time}, ${trip.to.park.name}, ${trip.to.city.name}.`,
    `${trip.operator.name}${booking.operator_phone === null ? '' : `, ${formatPhone(booking.operator_phone)}`}`,
    `Reference ${booking.reference}`,
  ]
  const fare = [...booking.fare.lines, { label: 'Total', amount_kobo: booking.fare.total_kobo }]
  const seats = valid.map((ticket) => ({
    label: `Seat ${ticket.seat}: ${ticket.passenger}`,
    link: ticket.link,
  }))
  const closing = [
    valid.length === 1
      ? 'The link shows your ticket with its code. Open it before you leave, and take a screenshot or print it: the code can be checked without a network.'
      : 'Each link shows a ticket with its code. Open them before you leave, and take screenshots or print them: the codes can be checked without a network.',
    trip.refund_policy,
    `Questions: ${product.email}, ${product.phone.national}`,
  ]
  return {
    to,
    subject: `Your ticket: ${route}, ${leaves.date}`,
    text: [
      ...first,
      `${route}, ${when}`,
      ...facts,
      '',
      ...seats.map(({ label, link }) => `${label}\n${link}`),
      '',
      ...fare.map(({ label, amount_kobo }) => `${label}: ${formatNaira(amount_kobo)}`),
      '',
      ...closing,
    ].join('\n'),
    html: renderTicketMail({ route, leaves: when, notices: first, facts, seats, fare, closing }),
    attachments: [
      {
        filename: `trip-${booking.reference}.ics`,
        content: Buffer.from(writeCalendar(booking)),
        contentType: 'text/calendar; charset=utf-8',
      },
    ],
  }
}
