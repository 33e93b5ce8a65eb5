import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterSale } from '#contract/counter/model'
import { DepartureLimitNote } from '#features/boarding'
import { departuresQuery } from '#features/bookings/desk'
import { today } from '#lib/format'
import { MutedText } from '#ui/desk/page'
import { DateField, SelectField } from '#ui/fields'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { isDepartureOnSale, labelDeparture } from './departure-labels.ts'
import { TripSaleForm } from './trip-sale.tsx'

interface Props {
  shift: string
  /** The day of the departures, by default today. */
  day: string
  onDay: (day: string) => void
  /** The key of the preselected departure; if it is not on sale, the next departure is preselected. */
  departure: string
  onDeparture: (key: string) => void
  onSold: (sale: CounterSale, back?: CounterSale) => void
}

const keyOf = ({ trip_id, position }: OperatorDeparture) => `${trip_id}.${position}`

/**
 * The form for one sale, which asks for day, departure and destination first. Today's next departure is preselected.
 */
export function SaleForm({ day, onDay, ...props }: Props) {
  const query = useQuery(departuresQuery(day))
  return (
    <Card label="Sell">
      <DateField label="Day" value={day} min={today()} onChange={(next) => next && onDay(next)} />
      <QueryResult query={query}>
        {(all) => (
          <>
            <DepartureSale open={all.filter(isDepartureOnSale)} day={day} {...props} />
            <DepartureLimitNote departures={all} />
          </>
        )}
      </QueryResult>
    </Card>
  )
}

function DepartureSale({
  open,
  day,
  shift,
  departure: chosen,
  onDeparture,
  onSold,
}: Omit<Props, 'onDay'> & { open: readonly OperatorDeparture[] }) {
  const departure = open.find((one) => keyOf(one) === chosen) ?? open[0]
  if (departure === undefined)
    return (
      <MutedText>
        {day === today()
          ? 'No more departures on sale today. Choose another day.'
          : 'No departures on sale on this day.'}
      </MutedText>
    )
  return (
    <>
      <SelectField
        label="Departure"
        value={keyOf(departure)}
        options={open.map((one) => ({ value: keyOf(one), label: labelDeparture(one) }))}
        onChange={onDeparture}
      />
      <Destination key={keyOf(departure)} {...{ shift, departure, onSold }} />
    </>
  )
}

/** Where the travellers get off: at the last stop, unless another one is chosen. */
function Destination({
  shift,
  departure,
  onSold,
}: Pick<Props, 'shift' | 'onSold'> & { departure: OperatorDeparture }) {
  const stops = departure.drop_offs ?? []
  const [at, setAt] = useState(String(stops.at(-1)?.position ?? ''))
  const trip = `${departure.trip_id}.${departure.position}.${at}`
  return (
    <div className={styles.parts}>
      {stops.length > 1 && (
        <SelectField
          label="To"
          value={at}
          options={stops.map(({ position, city }) => ({ value: String(position), label: city }))}
          onChange={setAt}
        />
      )}
      <TripSaleForm key={trip} {...{ shift, trip, onSold }} />
    </div>
  )
}
