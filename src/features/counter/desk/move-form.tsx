import type { CounterMove, CounterMoveOption, CounterMovePreview } from '#contract/counter/moves'
import { formatCount } from '#contract/quantities'
import { listFreeSeats, SeatMap, toggleSeat } from '#features/trips'
import { MutedText } from '#ui/desk/page'
import { FareLines } from '#ui/money'
import { FailureNotice } from '#ui/form'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DrawerGate } from './drawer-gate.tsx'
import { type MoveAttempt, MoveStep, unknownOutcomeText } from './move-step.tsx'
import { seatsQuery } from './queries.ts'

interface Props extends MoveAttempt {
  preview: CounterMovePreview
  option: CounterMoveOption
  onMoved: (move: CounterMove) => void
}

/** Moves a sale to a departure: the choice of its seats, the difference in price, and the last step. */
export function MoveForm(props: Props) {
  const query = useQuery(seatsQuery(props.option.trip.id))
  const [chosen, setChosen] = useState<readonly number[]>([])
  const count = props.preview.travellers.length
  return (
    <QueryResult query={query}>
      {(trip) => {
        const seats = listFreeSeats(trip, chosen, props.sent)
        const toggle = (seat: number) => {
          setChosen(toggleSeat(seats, seat, count))
          props.onChange()
        }
        return (
          <>
            <SeatMap layout={trip.layout} seats={trip.seats} chosen={seats} onToggle={toggle} />
            {seats.length < count ? (
              <>
                <FailureNotice error={props.failure} offline={unknownOutcomeText} />
                <MutedText>Choose {formatCount(count, 'seat')}.</MutedText>
              </>
            ) : (
              <>
                <MoveSum {...props} />
                <DrawerGate
                  // If the move may already have happened, the sum may have left the drawer, so no cash is required.
                  cash_kobo={props.sent === undefined ? props.option.pay_out_kobo : 0}
                  why="A move needs an open shift, so open yours first."
                  task="do this"
                >
                  {(shift) => (
                    <MoveStep {...props} shift={shift} seats={seats.toSorted((a, b) => a - b)} />
                  )}
                </DrawerGate>
              </>
            )}
          </>
        )
      }}
    </QueryResult>
  )
}

/** What is to be taken or paid out for the move. */
function MoveSum({
  option: { take_kobo, pay_out_kobo, kept_kobo },
  preview,
}: Pick<Props, 'option' | 'preview'>) {
  const [first] = preview.travellers
  if (take_kobo === 0 && pay_out_kobo === 0 && kept_kobo === 0)
    return <p>The price is the same. Nothing is taken or paid out.</p>
  const lines =
    take_kobo > 0
      ? [{ label: 'This departure costs more', amount_kobo: take_kobo }]
      : [
          { label: 'This departure costs less', amount_kobo: pay_out_kobo + kept_kobo },
          { label: 'Not refunded, the same as for a cancellation', amount_kobo: -kept_kobo },
        ]
  return (
    <FareLines
      lines={lines.filter(({ amount_kobo }) => amount_kobo !== 0)}
      total_kobo={take_kobo > 0 ? take_kobo : pay_out_kobo}
      total_label={`${first?.full_name ?? 'Traveller'} ${take_kobo > 0 ? 'pays' : 'gets back'}`}
    />
  )
}
