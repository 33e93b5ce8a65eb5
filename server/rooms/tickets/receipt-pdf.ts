import type { Booking } from '#contract/bookings/model'
import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import {
  a5,
  drawPdf,
  drawFoot,
  grey,
  drawHead,
  drawWrappedRow,
  type Pdf,
  drawRule,
} from '#server/platform/pdf'
import { formatLocalTime } from '#server/platform/local-time'

/** Draws the receipt as a PDF: the fare lines, payments and refunds. */
export function drawReceiptPdf(booking: Booking): Promise<Buffer> {
  return drawPdf(a5, `${product.name} receipt ${booking.reference}`, (pdf) => {
    let y = drawHead(pdf, `Receipt ${booking.reference}`)
    for (const [label, value] of aboutTrip(booking))
      y = drawWrappedRow(pdf, label, value, y, { color: grey })
    y += 12
    for (const { label, quantity, unit_kobo, amount_kobo } of booking.fare.lines) {
      const words = quantity > 1 ? `${label}, ${quantity} × ${formatNaira(unit_kobo)}` : label
      y = drawWrappedRow(pdf, words, formatNaira(amount_kobo), y)
    }
    y = total(pdf, 'Total', booking.fare.total_kobo, y)
    y = total(pdf, 'Paid', booking.paid_kobo, y)
    for (const refund of booking.refunds) {
      const words = `Refund to ${refund.to} (${refund.state.replace('_', ' ')})`
      y = drawWrappedRow(pdf, words, formatNaira(-refund.amount_kobo), y + 4)
    }
    drawFoot(pdf)
  })
}

function aboutTrip({ trip, passengers, contact, seats }: Booking): [string, string][] {
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const names = passengers.filter((one) => one.state === 'travelling').map((one) => one.full_name)
  return [
    ['Trip', `${trip.from.city.name} to ${trip.to.city.name}`],
    ['Leaves', `${leaves.date}, ${leaves.time}`],
    ['Operator', trip.operator.name],
    ['Seats', seats.join(', ')],
    ...(names.length === 0 ? ['-'] : names).map((name, at): [string, string] => [
      at === 0 ? 'Travelling' : '',
      name,
    ]),
    ['Paid by', contact === null ? '-' : contact.full_name],
  ]
}

function total(pdf: Pdf, label: string, amount_kobo: number, y: number): number {
  const below = drawWrappedRow(pdf, label, formatNaira(amount_kobo), y + 8, { bold: true })
  drawRule(pdf, below - 23)
  return below + 1
}
