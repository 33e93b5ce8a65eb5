import type { CounterMove } from '#contract/counter/moves'
import { formatNaira } from '#contract/money'
import { IssuedTickets } from '#features/counter'

/** The new tickets of a sale that has moved, as a receipt of 58 mm when printed, and what the clerk must do now. */
export function MoveReceipt({ move, onNext }: { move: CounterMove; onNext: () => void }) {
  const { booking, tickets, reference, taken_kobo, paid_kobo } = move
  const { trip, from_park, to_park } = booking
  return (
    <IssuedTickets
      label="Moved"
      outcome={describeOutcome(move)}
      next="Done"
      operator={trip.operator.name}
      ways={[
        {
          trip: {
            from: from_park.name,
            to: to_park.name,
            departs_at: trip.departs_at,
            zone: trip.zone,
          },
          tickets,
          facts: [
            ['Booking', reference],
            [tickets.length > 1 ? 'Paid for all' : 'Paid', formatNaira(booking.paid_kobo)],
            ...(taken_kobo > 0 ? [['Paid now', formatNaira(taken_kobo)] as const] : []),
            ...(paid_kobo > 0 ? [['Paid out', formatNaira(paid_kobo)] as const] : []),
          ],
        },
      ]}
      onNext={onNext}
    />
  )
}

function describeOutcome({ taken_kobo, paid_kobo }: CounterMove): string {
  if (taken_kobo > 0) return `Moved, and ${formatNaira(taken_kobo)} taken`
  return paid_kobo > 0 ? `Moved. Give ${formatNaira(paid_kobo)} in cash now` : 'Moved'
}
