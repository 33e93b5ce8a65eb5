import type { CounterMove, CounterMoveOption, CounterMovePreview } from '#contract/counter/moves'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { SeatMap } from '#features/trips'
import { MutedText } from '#ui/desk/page'
import { SecondFactorGate } from '#ui/desk/second-factor-gate'
import { FareLines } from '#ui/money'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MoveAttempt, MoveStep, unsureMove } from './move-step.tsx'
import { NoShiftNotice } from './no-shift-notice.tsx'
import { openShiftQuery, seatsQuery } from './queries.ts'
import { listFreeSeats, toggleSeat } from './seat-choice.ts'

interface Props extends MoveAttempt {
  preview: CounterMovePreview
  option: CounterMoveOption
  place: DeskMembership
  onMoved: (move: CounterMove) => void
}

/** The seats on a departure, what the move costs, and the move itself. */
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
                <FailureNotice error={props.failure} offline={unsureMove} />
                <MutedText>Choose {formatCount(count, 'seat')}.</MutedText>
              </>
            ) : (
              <Sum {...props} seats={seats.toSorted((a, b) => a - b)} />
            )}
          </>
        )
      }}
    </QueryResult>
  )
}

type SeatedProps = Props & { seats: readonly number[] }

/** What is to be taken or paid out, and the move if a shift with enough cash is open. */
function Sum(props: SeatedProps) {
  const { place, option, sent } = props
  const shift = useQuery(openShiftQuery)
  return (
    <>
      <MoveSum {...props} />
      <SecondFactorGate place={place}>
        <QueryResult query={shift}>
          {({ shift: open }) => {
            if (open === null)
              return <NoShiftNotice>A move needs an open shift, so open yours first.</NoShiftNotice>
            // If it may have moved already, the sum may be paid out of the drawer already.
            if (sent === undefined && open.expected_kobo < option.pay_out_kobo)
              return (
                <Notice kind="mind">
                  Your drawer holds {formatNaira(open.expected_kobo)}. Let a colleague with more
                  cash do this.
                </Notice>
              )
            return <MoveStep {...props} shift={open} />
          }}
        </QueryResult>
      </SecondFactorGate>
    </>
  )
}

function MoveSum({ option: { take_kobo, pay_out_kobo, kept_kobo }, preview }: SeatedProps) {
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
