import { formatNaira } from '#contract/money'
import { formatSeats } from '#contract/quantities'
import type { OfflineSale } from './allotments.ts'

/** `Musa Bello, seat 5, ₦9,000` */
export function describeSale({ input: { passengers, total_kobo } }: OfflineSale): string {
  const who = passengers.map(({ full_name }) => full_name).join(', ')
  return `${who}, ${formatSeats(passengers.map(({ seat }) => seat))}, ${formatNaira(total_kobo)}`
}

/** Returns what a clerk must do about a sale that the server refused. */
export function explainRefusal({ refused }: OfflineSale): string {
  switch (refused?.code) {
    case 'seat_taken':
      return `${refused.detail} It was released at the office, and somebody else has or holds it. Send it again later, or refund the money.`
    case 'trip_not_on_sale':
      return 'The bus was cancelled. Refund the money.'
    case 'shift_needed':
      return 'The shift in which it was sold is closed. Open a shift at the desk, then send it again.'
    default:
      return `${refused?.detail ?? ''} Ask your office what to do.`.trim()
  }
}
