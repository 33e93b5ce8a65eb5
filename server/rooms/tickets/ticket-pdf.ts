import type { Booking } from '#contract/bookings/model'
import { product } from '#contract/product'
import type { Ticket } from '#contract/tickets/model'
import {
  a6,
  cutLine,
  draw,
  drawQr,
  field,
  grey,
  ink,
  type Pdf,
  write,
  widthOf,
  yellow,
} from '#server/platform/pdf'
import { localTime } from '#server/platform/local-time'
import { formatPhone } from '#server/platform/format-phone'

const [width, height] = a6
const left = 22
const inner = width - 2 * left
const perforation = 222

/** Tickets as a PDF, one A6 page each: the trip above the perforation, the code below. */
export function ticketPdf(booking: Booking, tickets: readonly Ticket[]): Promise<Buffer> {
  return draw(a6, `${product.name} ticket ${booking.reference}`, (pdf) => {
    for (const ticket of tickets) {
      pdf.addPage()
      drawTrip(pdf, booking, ticket)
      cutLine(pdf, perforation)
      drawCode(pdf, booking, ticket)
    }
  })
}

function drawTrip(pdf: Pdf, booking: Booking, ticket: Ticket): void {
  const { trip } = booking
  const leaves = localTime(trip.departs_at, trip.zone)
  const arrives = localTime(trip.arrives_at, trip.zone)
  const report = localTime(booking.reporting_at, trip.zone)
  pdf.rect(0, 0, width, 34).fill(yellow)
  pdf.rect(0, 34, width, 1.5).rect(0, 38, width, 1.5).fill(ink)
  write(pdf, product.name, left, 9, { size: 16, bold: true })
  write(pdf, trip.operator.name, left, 12, { align: 'right' })

  const large = { size: 20, bold: true }
  write(pdf, leaves.time, left, 50, large)
  write(pdf, arrives.time, left, 50, { ...large, align: 'right' })
  write(pdf, trip.from.city.name, left, 73, { bold: true })
  write(pdf, trip.to.city.name, left, 73, { bold: true, align: 'right' })
  write(pdf, trip.from.park.name, left, 87, { size: 8, color: grey, wide: inner / 2 - 6 })
  write(pdf, trip.to.park.name, left + inner / 2 + 6, 87, {
    size: 8,
    color: grey,
    align: 'right',
    wide: inner / 2 - 6,
  })
  const start = left + widthOf(pdf, leaves.time, large) + 10
  const end = width - left - widthOf(pdf, arrives.time, large) - 10
  pdf.moveTo(start, 60).lineTo(end, 60).lineWidth(1.2).stroke(ink)
  pdf.circle(start, 60, 2.6).circle(end, 60, 2.6).fill(ink)

  field(pdf, 'Date', leaves.date, left, 116, 120)
  field(pdf, 'Seat', String(ticket.seat), left + 130, 116, 40)
  field(pdf, 'Bus', booking.plate ?? 'Ask at the park', left + 174, 116, 80)
  field(pdf, 'Traveller', ticket.passenger, left, 146, 166)
  field(pdf, 'Be there by', report.time, left + 174, 146, 80)
  field(
    pdf,
    'Motor park',
    `${booking.from_park.name}, ${booking.from_park.address}`,
    left,
    176,
    166,
  )
  field(
    pdf,
    'Operator',
    booking.operator_phone === null ? '-' : formatPhone(booking.operator_phone),
    left + 174,
    176,
    80,
  )
}

function drawCode(pdf: Pdf, booking: Booking, ticket: Ticket): void {
  const y = perforation + 14
  drawQr(pdf, ticket.payload, left, y, 132)
  const beside = left + 144
  const wide = width - left - beside
  field(pdf, 'Reference', booking.reference, beside, y, wide)
  field(pdf, 'Ticket', `${ticket.code} / ${ticket.issue}`, beside, y + 32, wide)
  if (ticket.status !== 'valid')
    write(pdf, ticket.status.toUpperCase(), beside, y + 66, {
      size: 13,
      bold: true,
      color: '#b3261e',
      wide,
    })
  write(pdf, booking.luggage, beside, y + 86, { size: 7, color: grey, wide, lines: 4 })
  write(pdf, booking.trip.refund_policy, left, height - 40, { size: 7, color: grey, lines: 2 })
  write(pdf, `${ticket.link}   ${product.phone.national}`, left, height - 18, {
    size: 7,
    color: grey,
  })
}
