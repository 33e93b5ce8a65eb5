import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterSale } from '#contract/counter/model'
import { serverNow } from '#lib/clock'
import { formatTime, today } from '#lib/format'
import { MutedText } from '#ui/desk/page'
import { SelectField } from '#ui/fields'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { departuresQuery } from './queries.ts'
import { TripSaleForm } from './trip-sale.tsx'

interface Props {
  shift: string
  /** The key of the preselected departure; if it is not on sale, the next departure is preselected. */
  departure: string
  onDeparture: (key: string) => void
  onSold: (sale: CounterSale) => void
}

const keyOf = ({ trip_id, position }: OperatorDeparture) => `${trip_id}.${position}`

const isOpen = ({ status, departs_at, sales_closed }: OperatorDeparture) =>
  (status === 'scheduled' || status === 'boarding') &&
  sales_closed !== true &&
  Date.parse(departs_at) > serverNow()

const labelOf = ({ departs_at, zone, park, to }: OperatorDeparture) =>
  `${formatTime(departs_at, zone)} · ${park.name} → ${to}`

/** One sale: departure and destination first. The next departure is preselected. */
export function SaleForm({ shift, departure: chosen, onDeparture, onSold }: Props) {
  const query = useQuery(departuresQuery(today()))
  return (
    <QueryResult query={query}>
      {(all) => {
        const open = all.filter(isOpen)
        const departure = open.find((one) => keyOf(one) === chosen) ?? open[0]
        if (departure === undefined)
          return (
            <Card label="Sell">
              <MutedText>No more departures on sale today.</MutedText>
            </Card>
          )
        return (
          <Card label="Sell">
            <SelectField
              label="Departure"
              value={keyOf(departure)}
              options={open.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
              onChange={onDeparture}
            />
            <Destination key={keyOf(departure)} {...{ shift, departure, onSold }} />
          </Card>
        )
      }}
    </QueryResult>
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
