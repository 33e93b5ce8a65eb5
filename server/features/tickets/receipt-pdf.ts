import type { Booking } from '#contract/bookings'
import { product } from '#contract/product'
import { a5, draw, grey, ink, nairaInPrint, type Paper, printed, yellow } from './paper.ts'
import { localTime } from './times.ts'

const [width] = a5
const left = 36
const inner = width - 2 * left

/** The receipt as a PDF: the same fare lines as before payment, what was paid, and what went back. */
export function receiptPdf(booking: Booking): Promise<Buffer> {
  return draw(a5, `${product.name} receipt ${booking.reference}`, (paper) => {
    paper.addPage()
    paper.rect(0, 0, width, 44).fill(yellow)
    paper.rect(0, 44, width, 1.5).rect(0, 48, width, 1.5).fill(ink)
    line(paper, product.name, `Receipt ${booking.reference}`, 14, { size: 16, bold: true })
    let y = 70
    for (const [label, value] of aboutTrip(booking)) {
      line(paper, label, value, y, { color: grey })
      y += 17
    }
    y += 12
    for (const { label, quantity, unit_kobo, amount_kobo } of booking.fare.lines) {
      const words = quantity > 1 ? `${label}, ${quantity} x ${nairaInPrint(unit_kobo)}` : label
      line(paper, words, nairaInPrint(amount_kobo), y)
      y += 17
    }
    y = total(paper, 'Total', booking.fare.total_kobo, y)
    y = total(paper, 'Paid', booking.paid_kobo, y)
    for (const refund of booking.refunds) {
      const words = `Refund to ${refund.to} (${refund.state.replace('_', ' ')})`
      line(paper, words, nairaInPrint(-refund.amount_kobo), y + 4)
      y += 17
    }
    line(paper, `${product.name}, ${product.email}, ${product.phone.national}`, '', 560, {
      color: grey,
      size: 8,
    })
  })
}

function aboutTrip({ trip, passengers, contact, seats }: Booking): [string, string][] {
  const leaves = localTime(trip.departs_at, trip.zone)
  const names = passengers
    .filter((one) => one.state === 'travelling')
    .map((one) => printed(one.full_name))
  return [
    ['Trip', `${trip.from.city.name} to ${trip.to.city.name}`],
    ['Leaves', `${leaves.date}, ${leaves.time}`],
    ['Operator', trip.operator.name],
    ['Seats', seats.join(', ')],
    ['Travelling', names.join(', ') || '-'],
    ['Paid by', contact === null ? '-' : printed(contact.full_name)],
  ]
}

function total(paper: Paper, label: string, amount_kobo: number, y: number): number {
  paper
    .moveTo(left, y + 2)
    .lineTo(width - left, y + 2)
    .lineWidth(0.8)
    .stroke(ink)
  line(paper, label, nairaInPrint(amount_kobo), y + 8, { bold: true })
  return y + 26
}

interface Look {
  size?: number
  bold?: boolean
  color?: string
}

function line(paper: Paper, label: string, value: string, y: number, look: Look = {}): void {
  const { size = 10, bold = false, color = ink } = look
  paper.font(bold ? 'Helvetica-Bold' : 'Helvetica', size).fillColor(color)
  const height = size * 1.2
  paper.text(printed(label), left, y, { width: inner * 0.62, height, ellipsis: true })
  if (value !== '') {
    paper.fillColor(ink).text(printed(value), left + inner * 0.3, y, {
      width: inner * 0.7,
      height,
      align: 'right',
      ellipsis: true,
    })
  }
}
