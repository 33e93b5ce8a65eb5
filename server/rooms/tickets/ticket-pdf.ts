import type { Booking } from '#contract/bookings/model'
import { product } from '#contract/product'
import type { Ticket } from '#contract/tickets/model'
import {
  a6,
  drawTearLine,
  drawPdf,
  drawQr,
  drawField,
  grey,
  ink,
  type Pdf,
  writeText,
  measureText,
  writeFittedText,
  yellow,
} from '#server/platform/pdf'
import { formatParkPlace } from '#contract/trips/rules'
import { formatLocalTime } from '#server/platform/local-time'
import { formatPhone } from '#contract/phone'

const [width, height] = a6
const left = 22
const inner = width - 2 * left
const perforation = 222

/** Draws tickets as a PDF, one A6 page each: the trip above the perforation, the code below. */
export function drawTicketPdf(booking: Booking, tickets: readonly Ticket[]): Promise<Buffer> {
  return drawPdf(a6, `${product.name} ticket ${booking.reference}`, (pdf) => {
    for (const ticket of tickets) {
      pdf.addPage()
      drawTrip(pdf, booking, ticket)
      drawTearLine(pdf, perforation)
      drawCode(pdf, booking, ticket)
    }
  })
}

function drawTrip(pdf: Pdf, booking: Booking, ticket: Ticket): void {
  const { trip } = booking
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const arrives = formatLocalTime(trip.arrives_at, trip.zone)
  const report = formatLocalTime(booking.reporting_at, trip.zone)
  pdf.rect(0, 0, width, 34).fill(yellow)
  pdf.rect(0, 34, width, 1.5).rect(0, 38, width, 1.5).fill(ink)
  writeText(pdf, product.name, left, 9, { size: 16, bold: true })
  const brand = 60
  writeFittedText(pdf, trip.operator.name, left + brand, 12, {
    wide: inner - brand,
    high: 16,
    most: 10,
    align: 'right',
  })

  const large = { size: 20, bold: true }
  writeText(pdf, leaves.time, left, 50, large)
  writeText(pdf, arrives.time, left, 50, { ...large, align: 'right' })
  for (const [x, align, { city, park }] of [
    [left, 'left', trip.from],
    [left + inner / 2 + 6, 'right', trip.to],
  ] as const) {
    const box = { wide: inner / 2 - 6, align }
    writeFittedText(pdf, city.name, x, 73, { ...box, most: 10, bold: true, high: 13 })
    writeFittedText(pdf, park.name, x, 87, { ...box, most: 8, color: grey, high: 24 })
  }
  const start = left + measureText(pdf, leaves.time, large) + 10
  const end = width - left - measureText(pdf, arrives.time, large) - 10
  pdf.moveTo(start, 60).lineTo(end, 60).lineWidth(1.2).stroke(ink)
  pdf.circle(start, 60, 2.6).circle(end, 60, 2.6).fill(ink)

  drawField(pdf, 'Date', leaves.date, left, 116, 120)
  drawField(pdf, 'Seat', String(ticket.seat), left + 130, 116, 40)
  drawField(pdf, 'Bus', booking.plate ?? 'Ask at the park', left + 174, 116, 80)
  drawField(pdf, 'Traveller', ticket.passenger, left, 146, 166)
  drawField(pdf, 'Be there by', report.time, left + 174, 146, 80)
  drawField(
    pdf,
    'Motor park',
    formatParkPlace({ ...booking.from_park, city: booking.from_park.city.name }),
    left,
    176,
    166,
    34,
  )
  drawField(
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
  drawField(pdf, 'Reference', booking.reference, beside, y, wide)
  drawField(pdf, 'Ticket', `${ticket.code} / ${ticket.issue}`, beside, y + 32, wide)
  if (ticket.status !== 'valid')
    writeText(pdf, ticket.status.toUpperCase(), beside, y + 66, {
      size: 13,
      bold: true,
      color: '#b3261e',
      wide,
    })
  const small = { most: 7, color: grey }
  writeFittedText(pdf, booking.luggage, beside, y + 86, { ...small, wide, high: 46 })
  writeFittedText(pdf, booking.trip.refund_policy, left, height - 40, {
    ...small,
    wide: inner,
    high: 20,
  })
  writeText(pdf, `${ticket.link}   ${product.phone.national}`, left, height - 18, {
    size: 7,
    color: grey,
  })
}
