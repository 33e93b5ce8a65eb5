import type { CounterMove, CounterMoveOption, CounterMovePreview } from '#contract/counter/moves'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { formatDayShort, formatTime } from '#lib/format'
import { Button } from '#ui/button'
import { MutedText } from '#ui/desk/page'
import { SelectField } from '#ui/fields'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { MoveForm } from './move-form.tsx'
import { moveQuery } from './queries.ts'

interface Props {
  reference: string
  place: DeskMembership
  onMoved: (move: CounterMove) => void
}

/** Moves a sale to another departure. The departures are loaded once the clerk wants to see them. */
export function MoveCard(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card label="Move">
      <h2>Move to another departure</h2>
      <MutedText>Once, up to 1 hour before the bus leaves.</MutedText>
      {isOpen ? (
        <MoveOptions {...props} />
      ) : (
        <ButtonRow>
          <Button onClick={() => setOpen(true)}>Choose a departure</Button>
        </ButtonRow>
      )}
    </Card>
  )
}

function MoveOptions({ reference, ...props }: Props) {
  const query = useQuery(moveQuery(reference))
  return (
    <QueryResult query={query}>
      {(preview) => {
        if (preview.closed !== null) return <Notice kind="mind">{preview.closed}</Notice>
        if (preview.options.length === 0)
          return <MutedText>No other departure with enough seats in the next two weeks.</MutedText>
        return <ChosenDeparture preview={preview} {...props} />
      }}
    </QueryResult>
  )
}

/** Day and departure, and the seats on it. */
function ChosenDeparture({
  preview,
  ...props
}: Omit<Props, 'reference'> & { preview: CounterMovePreview }) {
  const { options } = preview
  const [id, setId] = useState('')
  const [chosenDay, setDay] = useState('')
  const days = [...new Set(options.map(({ trip }) => trip.service_date))]
  const day = days.includes(chosenDay) ? chosenDay : (days[0] ?? '')
  const ofDay = options.filter(({ trip }) => trip.service_date === day)
  const option = ofDay.find(({ trip }) => trip.id === id) ?? ofDay[0]
  if (option === undefined) return null
  return (
    <div className={styles.parts}>
      <SelectField
        label="Day"
        value={day}
        options={days.map((value) => ({ value, label: describeDay(value, options) }))}
        onChange={setDay}
      />
      <SelectField
        label="Departure"
        value={option.trip.id}
        options={ofDay.map((one) => ({ value: one.trip.id, label: describeOption(one) }))}
        onChange={setId}
      />
      <MoveForm key={option.trip.id} {...{ preview, option }} {...props} />
    </div>
  )
}

const describeDay = (day: string, options: readonly CounterMoveOption[]) =>
  `${formatDayShort(day)} · ${formatCount(
    options.filter(({ trip }) => trip.service_date === day).length,
    'departure',
  )}`

/** `7:00 AM · ₦1,000 more · Jibowu`: a phone cuts off the end. */
function describeOption({ trip, take_kobo, pay_out_kobo }: CounterMoveOption): string {
  const price =
    take_kobo > 0
      ? `${formatNaira(take_kobo)} more`
      : pay_out_kobo > 0
        ? `${formatNaira(pay_out_kobo)} back`
        : 'nothing to pay'
  return `${formatTime(trip.departs_at, trip.zone)} · ${price} · ${trip.from.park.name}`
}
