import type { CounterMove, CounterMoveOption, CounterMovePreview } from '#contract/counter/moves'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { formatDayShort, formatTime } from '#lib/format'
import { Button } from '#ui/button'
import { MutedText } from '#ui/desk/page'
import { SecondFactorGate } from '#ui/desk/second-factor-gate'
import { SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { MoveForm } from './move-form.tsx'
import { type MoveAttempt, unknownOutcomeText } from './move-step.tsx'
import { moveQuery } from './queries.ts'

interface Props {
  reference: string
  onMoved: (move: CounterMove) => void
}

/** Moves a sale to another departure. The departures are loaded once the clerk wants to see them. */
export function MoveCard({ membership, ...props }: Props & { membership: DeskMembership }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card label="Move">
      <h2>Move to another departure</h2>
      <MutedText>A sale can move once, until 1 hour before the bus leaves.</MutedText>
      <SecondFactorGate membership={membership} action="Moving a sale">
        {isOpen ? (
          <MoveOptions {...props} />
        ) : (
          <ButtonRow>
            <Button onClick={() => setOpen(true)}>Choose a departure</Button>
          </ButtonRow>
        )}
      </SecondFactorGate>
    </Card>
  )
}

/** A failed attempt to move: the error, and the preview and the seats that the clerk saw. */
interface Failure {
  error: Error
  preview: CounterMovePreview
  seats: readonly number[]
}

function MoveOptions({ reference, ...props }: Props) {
  const query = useQuery(moveQuery(reference))
  const [failure, setFailure] = useState<Failure>()
  // While it is unknown whether the sale moved, keep the preview of that attempt, so that it can be sent again.
  const unsure = isOutcomeUnknown(failure?.error) ? failure : undefined
  return (
    <QueryResult query={query}>
      {(current) => {
        const preview = unsure?.preview ?? current
        const { closed, options } = preview
        if (closed !== null) return <Notice tone="warning">{closed}</Notice>
        const [first] = options
        if (first === undefined)
          return (
            <>
              <FailureNotice error={failure?.error ?? null} offline={unknownOutcomeText} />
              <MutedText>No other departure with enough seats in the next two weeks.</MutedText>
            </>
          )
        return (
          <ChosenDeparture
            {...{ preview, first, ...props }}
            failure={failure?.error ?? null}
            sent={unsure?.seats}
            onFailure={(error, seats) => setFailure({ error, preview, seats })}
            onChange={() => {
              if (unsure === undefined) setFailure(undefined)
            }}
          />
        )
      }}
    </QueryResult>
  )
}

/** Day, departure and seats. A departure that is no longer offered stays chosen until the clerk chooses again. */
function ChosenDeparture({
  preview,
  first,
  ...props
}: Omit<Props, 'reference'> &
  MoveAttempt & { preview: CounterMovePreview; first: CounterMoveOption }) {
  const { options } = preview
  const [chosen, setChosen] = useState(first)
  const option = options.find(({ trip }) => trip.id === chosen.trip.id)
  const listed = option === undefined ? [chosen, ...options] : options
  const day = chosen.trip.service_date
  const choose = (next: CounterMoveOption | undefined) => {
    if (next === undefined) return
    setChosen(next)
    props.onChange()
  }
  const listDay = (date: string) => listed.filter(({ trip }) => trip.service_date === date)
  const days = [...new Set(listed.map(({ trip }) => trip.service_date))].toSorted()
  return (
    <div className={styles.parts}>
      <SelectField
        label="Day"
        value={day}
        options={days.map((value) => ({ value, label: describeDay(value, options) }))}
        onChange={(next) => choose(listDay(next)[0])}
      />
      <SelectField
        label="Departure"
        value={chosen.trip.id}
        error={option === undefined ? 'No longer on sale. Choose again.' : undefined}
        options={listDay(day).map((one) => ({ value: one.trip.id, label: describeOption(one) }))}
        onChange={(id) => choose(listed.find(({ trip }) => trip.id === id))}
      />
      {option === undefined ? (
        <FailureNotice error={props.failure} offline={unknownOutcomeText} />
      ) : (
        <MoveForm key={option.trip.id} {...{ preview, option, ...props }} />
      )}
    </div>
  )
}

const describeDay = (day: string, options: readonly CounterMoveOption[]) =>
  `${formatDayShort(day)} · ${formatCount(
    options.filter(({ trip }) => trip.service_date === day).length,
    'departure',
  )}`

/** `7:00 AM · ₦1,000 more · Jibowu`, the least important last, since a phone cuts off the end. */
function describeOption({ trip, take_kobo, pay_out_kobo }: CounterMoveOption): string {
  const price =
    take_kobo > 0
      ? `${formatNaira(take_kobo)} more`
      : pay_out_kobo > 0
        ? `${formatNaira(pay_out_kobo)} back`
        : 'nothing to pay'
  return `${formatTime(trip.departs_at, trip.zone)} · ${price} · ${trip.from.park.name}`
}
