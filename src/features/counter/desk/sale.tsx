import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterSale } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { DepartureLimitNote } from '#features/boarding'
import { departuresQuery } from '#features/bookings/desk'
import { today } from '#lib/format'
import { MutedText } from '#ui/desk/page'
import { DateField, SelectField } from '#ui/fields'
import { Card } from '#ui/page'
import { Notice } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { isDepartureOnSale, labelDeparture, labelDepartureOfPark } from './departure-labels.ts'
import { SellingParkField } from './selling-park-field.tsx'
import { TripSaleForm } from './trip-sale.tsx'
import { UnansweredSale } from './unanswered-sale.tsx'
import { useSellingPark } from './use-selling-park.ts'
import type { SeatSaleInput, OngoingSeatSale } from './use-ongoing-seat-sale.ts'

interface Props {
  /** The code of the clerk's operator. */
  operator: string
  shift: string
  /** The day of the departures, by default today. */
  day: string
  onDay: (day: string) => void
  /**
   * The chosen departure. If it is not on sale, the next one is preselected, unless something was typed for the chosen
   * one.
   */
  departure: OperatorDeparture | undefined
  onDeparture: (departure: OperatorDeparture | undefined) => void
  ongoing: OngoingSeatSale
  onSold: (sale: CounterSale, back?: CounterSale) => void
}

const keyOf = ({ trip_id, position }: OperatorDeparture) => `${trip_id}.${position}`

/**
 * The form for one sale of seats. While a sale has no answer, it is displayed instead, so that the same travellers are
 * not sold other seats.
 */
export function SaleForm(props: Props) {
  const { ongoing, onSold } = props
  const { is_ready, unanswered } = ongoing
  if (!is_ready) return null
  return unanswered === undefined ? (
    <NextSale {...props} />
  ) : (
    <UnansweredSale
      key={unanswered.key}
      subject="seats"
      about={nameSale(unanswered.input)}
      sale={ongoing}
      onSold={([sale, back]) => onSold(sale, back)}
    />
  )
}

/** `Musa Bello, seat 4, ₦15,000` */
const nameSale = ({ passengers, total_kobo }: SeatSaleInput) =>
  [
    ...passengers.map(({ full_name, seat }) => `${full_name}, seat ${seat}`),
    formatNaira(total_kobo),
  ].join(', ')

/** Asks once for the motor park, then for day, departure and destination. Today's next departure is preselected. */
function NextSale({ operator, ...props }: Props) {
  const { day, onDay, onDeparture } = props
  const choice = useSellingPark(operator, day)
  const { park, onPark } = choice
  return (
    <Card label="Sell">
      <SellingParkField
        {...choice}
        onPark={(next) => {
          onDeparture(undefined)
          onPark(next)
        }}
      />
      <DateField
        label="Day"
        value={day}
        min={today()}
        onChange={(next) => {
          if (!next) return
          onDeparture(undefined)
          onDay(next)
        }}
      />
      {park !== undefined && <ParkSale park={park.code} {...props} />}
    </Card>
  )
}

/** The departures of a motor park, or of all if `park` is empty. */
function ParkSale({ park, ...props }: Omit<Props, 'operator' | 'onDay'> & { park: string }) {
  const query = useQuery(departuresQuery(props.day, { park, past: false }))
  return (
    <QueryResult query={query}>
      {(all) => (
        <>
          <DepartureSale
            open={all.filter(isDepartureOnSale)}
            label={park === '' ? labelDeparture : labelDepartureOfPark}
            {...props}
          />
          <DepartureLimitNote departures={all} />
        </>
      )}
    </QueryResult>
  )
}

function DepartureSale({
  open,
  label,
  day,
  shift,
  departure: chosen,
  onDeparture,
  ongoing,
  onSold,
}: Omit<Props, 'operator' | 'onDay'> & {
  open: readonly OperatorDeparture[]
  label: (departure: OperatorDeparture) => string
}) {
  const kept = ongoing.draft.trip === '' ? undefined : chosen
  const departure = open.find((one) => chosen && keyOf(one) === keyOf(chosen)) ?? kept ?? open[0]
  if (departure === undefined)
    return (
      <MutedText>
        {day === today()
          ? 'No more departures on sale today. Choose another day.'
          : 'No departures on sale on this day.'}
      </MutedText>
    )
  const isOpen = open.includes(departure)
  const listed = isOpen ? open : [departure, ...open]
  return (
    <>
      <SelectField
        label="Departure"
        value={keyOf(departure)}
        options={listed.map((one) => ({ value: keyOf(one), label: label(one) }))}
        onChange={(key) => onDeparture(listed.find((one) => keyOf(one) === key))}
      />
      {isOpen ? (
        <Destination
          key={keyOf(departure)}
          {...{ shift, departure, onSold }}
          ongoing={{
            ...ongoing,
            onDraft: (next) => {
              onDeparture(departure)
              ongoing.onDraft(next)
            },
          }}
        />
      ) : (
        <Notice tone="warning" live="polite">
          This departure is no longer on sale. Choose another one: what you typed stays.
        </Notice>
      )}
    </>
  )
}

/** Where the travellers get off: at the last stop, unless another one is chosen. */
function Destination({
  departure,
  ...props
}: Pick<Props, 'shift' | 'ongoing' | 'onSold'> & { departure: OperatorDeparture }) {
  const stops = departure.drop_offs ?? []
  const partTo = (end: number | string) => `${keyOf(departure)}.${end}`
  const before = stops.find(({ position }) => partTo(position) === props.ongoing.draft.trip)
  const [at, setAt] = useState(String((before ?? stops.at(-1))?.position ?? ''))
  const trip = partTo(at)
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
      <TripSaleForm key={trip} trip={trip} {...props} />
    </div>
  )
}
