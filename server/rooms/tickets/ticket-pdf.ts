import type { Booking } from '#contract/bookings/model'
import { refundPolicySentence } from '#contract/policy'
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
  type Paper,
  say,
  widthOf,
  yellow,
} from '#server/platform/pdf'
import { localTime } from '#server/platform/local-time'
import { formatPhone } from '#server/platform/format-phone'

const [width, height] = a6
const left = 22
const inner = width - 2 * left
const perforation = 222

/** Tickets as a PDF, one A6 page each: the trip above the perforation, the code to be scanned below. */
export function ticketPdf(booking: Booking, tickets: readonly Ticket[]): Promise<Buffer> {
  return draw(a6, `${product.name} ticket ${booking.reference}`, (paper) => {
    for (const ticket of tickets) {
      paper.addPage()
      drawTrip(paper, booking, ticket)
      cutLine(paper, perforation)
      drawCode(paper, booking, ticket)
    }
  })
}

function drawTrip(paper: Paper, booking: Booking, ticket: Ticket): void {
  const { trip } = booking
  const leaves = localTime(trip.departs_at, trip.zone)
  const arrives = localTime(trip.arrives_at, trip.zone)
  const report = localTime(booking.reporting_at, trip.zone)
  paper.rect(0, 0, width, 34).fill(yellow)
  paper.rect(0, 34, width, 1.5).rect(0, 38, width, 1.5).fill(ink)
  say(paper, product.name, left, 9, { size: 16, bold: true })
  say(paper, trip.operator.name, left, 12, { align: 'right' })

  const large = { size: 20, bold: true }
  say(paper, leaves.time, left, 50, large)
  say(paper, arrives.time, left, 50, { ...large, align: 'right' })
  say(paper, trip.from.city.name, left, 73, { bold: true })
  say(paper, trip.to.city.name, left, 73, { bold: true, align: 'right' })
  say(paper, trip.from.park.name, left, 87, { size: 8, color: grey, wide: inner / 2 - 6 })
  say(paper, trip.to.park.name, left + inner / 2 + 6, 87, {
    size: 8,
    color: grey,
    align: 'right',
    wide: inner / 2 - 6,
  })
  const start = left + widthOf(paper, leaves.time, large) + 10
  const end = width - left - widthOf(paper, arrives.time, large) - 10
  paper.moveTo(start, 60).lineTo(end, 60).lineWidth(1.2).stroke(ink)
  paper.circle(start, 60, 2.6).circle(end, 60, 2.6).fill(ink)

  field(paper, 'Date', leaves.date, left, 116, 120)
  field(paper, 'Seat', String(ticket.seat), left + 130, 116, 40)
  field(paper, 'Bus', booking.plate ?? 'Told at the park', left + 174, 116, 80)
  field(paper, 'Passenger', ticket.passenger, left, 146, 166)
  field(paper, 'Be there by', report.time, left + 174, 146, 80)
  field(paper, 'Park', `${booking.from_park.name}, ${booking.from_park.address}`, left, 176, 166)
  field(
    paper,
    'Operator',
    booking.operator_phone === null ? '-' : formatPhone(booking.operator_phone),
    left + 174,
    176,
    80,
  )
}

function drawCode(paper: Paper, booking: Booking, ticket: Ticket): void {
  const y = perforation + 14
  drawQr(paper, ticket.payload, left, y, 132)
  const beside = left + 144
  const wide = width - left - beside
  field(paper, 'Reference', booking.reference, beside, y, wide)
  field(paper, 'Ticket', `${ticket.code} / ${ticket.issue}`, beside, y + 32, wide)
  if (ticket.status !== 'valid')
    say(paper, ticket.status.toUpperCase(), beside, y + 66, {
      size: 13,
      bold: true,
      color: '#b3261e',
      wide,
    })
  say(paper, booking.luggage, beside, y + 86, { size: 7, color: grey, wide, lines: 4 })
  say(paper, refundPolicySentence, left, height - 40, { size: 7, color: grey, lines: 2 })
  say(paper, `${ticket.link}   ${product.phone.national}`, left, height - 18, {
    size: 7,
    color: grey,
  })
}
