import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import type { Context } from '#server/context'
import { readBooking } from '#server/rooms/bookings'
import type { Mail } from '#server/rooms/notifications'
import { writeCalendar } from './calendar.ts'
import { writeMoveLines, writeReseatLines } from './share-text.ts'
import { getBookingWithTickets } from './service.ts'
import { drawTicketPdf } from './ticket-pdf.ts'
import { escapeHtml } from '#server/platform/escape-html'
import { formatLocalTime } from '#server/platform/local-time'
import { formatPhone } from '#contract/phone'

/**
 * Writes the email with the tickets of a paid booking as PDF, and a calendar file. Returns undefined if the contact has
 * no email address and there is none in `instead` (which says why it is used), and if every ticket was cancelled in the
 * meantime. Throws `ticket_not_ready` before the booking is paid.
 */
export async function writeTicketMail(
  ctx: Pick<Context, 'db' | 'config'>,
  bookingId: string,
  instead?: { to: string; why: string },
): Promise<Required<Mail> | undefined> {
  const { booking, tickets } = await getBookingWithTickets(
    ctx,
    await readBooking(ctx.db, bookingId),
  )
  const to = booking.contact?.email ?? instead?.to
  const valid = tickets.filter((ticket) => ticket.status === 'valid')
  if (to === undefined || to === null || valid.length === 0) return undefined
  const { trip } = booking
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const arrives = formatLocalTime(trip.arrives_at, trip.zone)
  const report = formatLocalTime(booking.reporting_at, trip.zone)
  const road = `${trip.from.city.name} to ${trip.to.city.name}`
  const first = [
    ...(to === instead?.to ? [instead.why] : []),
    ...writeMoveLines(booking),
    ...writeReseatLines(booking),
  ]
  const facts = [
    `${road}, ${leaves.date}, ${leaves.time}`,
    `The bus arrives ${arrives.date === leaves.date ? '' : `on ${arrives.date} `}at ${arrives.time}, ${trip.to.park.name}, ${trip.to.city.name}.`,
    `Be at ${booking.from_park.name}, ${booking.from_park.address}, by ${report.time}.`,
    `${trip.operator.name}${booking.operator_phone === null ? '' : `, ${formatPhone(booking.operator_phone)}`}`,
    `Reference ${booking.reference}`,
  ]
  const fare = [...booking.fare.lines, { label: 'Total', amount_kobo: booking.fare.total_kobo }]
  const seats = valid.map((ticket) => ({
    words: `Seat ${ticket.seat}: ${ticket.passenger}`,
    link: ticket.link,
  }))
  const closing = [trip.refund_policy, `Questions: ${product.email}, ${product.phone.national}`]
  return {
    to,
    subject: `Your ticket: ${road}, ${leaves.date}`,
    text: [
      ...first,
      ...facts,
      '',
      ...seats.map(({ words, link }) => `${words}\n${link}`),
      '',
      ...fare.map(({ label, amount_kobo }) => `${label}: ${formatNaira(amount_kobo)}`),
      '',
      ...closing,
    ].join('\n'),
    html: [
      `<div style="font:16px/1.5 sans-serif;max-width:32rem"><h1 style="background:#f9b000;color:#1d1a12;padding:12px;font-size:20px">${product.name}</h1>`,
      ...[...first, ...facts].map((line) => `<p>${escapeHtml(line)}</p>`),
      `<ul>${seats.map(({ words, link }) => `<li>${escapeHtml(words)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('')}</ul>`,
      `<table>${fare.map(({ label, amount_kobo }) => `<tr><td>${escapeHtml(label)}</td><td align="right">${formatNaira(amount_kobo)}</td></tr>`).join('')}</table>`,
      ...closing.map((line) => `<p><small>${escapeHtml(line)}</small></p>`),
      '</div>',
    ].join(''),
    attachments: [
      {
        filename: `ticket-${booking.reference}.pdf`,
        content: await drawTicketPdf(booking, valid),
        contentType: 'application/pdf',
      },
      {
        filename: `trip-${booking.reference}.ics`,
        content: Buffer.from(writeCalendar(booking)),
        contentType: 'text/calendar; charset=utf-8',
      },
    ],
  }
}
