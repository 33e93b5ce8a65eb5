import type { CounterMove } from '#contract/counter/moves'
import { formatNaira } from '#contract/money'
import { IssuedTickets } from '#features/counter'
import { makeDirectionTickets } from './direction-tickets.ts'

/** The new tickets of a sale that has moved, printed as a receipt 58 mm wide, and what the clerk must do now. */
export function MoveReceipt({ move, onNext }: { move: CounterMove; onNext: () => void }) {
  const { taken_kobo, paid_kobo } = move
  return (
    <IssuedTickets
      label="Moved"
      outcome={describeOutcome(move)}
      next={{ label: 'Done', onClick: onNext }}
      operator={move.booking.trip.operator.name}
      directions={[
        makeDirectionTickets(move, [
          ...(taken_kobo > 0 ? [['Paid now', formatNaira(taken_kobo)] as const] : []),
          ...(paid_kobo > 0 ? [['Paid out', formatNaira(paid_kobo)] as const] : []),
        ]),
      ]}
    />
  )
}

function describeOutcome({ taken_kobo, paid_kobo }: CounterMove): string {
  if (taken_kobo > 0) return `Moved, and ${formatNaira(taken_kobo)} taken`
  return paid_kobo > 0 ? `Moved. Give ${formatNaira(paid_kobo)} in cash now` : 'Moved'
}
