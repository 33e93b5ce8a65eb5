import { sellAtCounter } from '#contract/counter/endpoints'
import { type CounterSale, CounterSaleInput } from '#contract/counter/model'
import { type CounterMeans, counterMeans } from '#contract/counter/rules'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import type { PassengerType } from '#contract/lookups/model'
import type { TripDetail } from '#contract/trips/model'
import { SeatMap } from '#features/trips'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { useForm } from '#lib/use-form'
import type { FieldErrors } from '#lib/use-field-checks'
import { Button } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { MutedText } from '#ui/desk/page'
import { Form } from '#ui/form'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { passengerTypesQuery, seatsQuery } from './queries.ts'
import { emptyKin, priceSeats, readSale, type SaleText, travellerAt } from './sale-form.ts'
import { meansLabels } from '#features/counter'
import { KinFields, WalkInFields } from './walk-in-fields.tsx'

interface Props {
  shift: string
  /** The wire id of the trip part. */
  trip: string
  onSold: (sale: CounterSale) => void
}

/** The seat map of a trip part, and the form for the chosen seats. */
export function TripSaleForm({ trip, ...props }: Props) {
  const query = useQuery(seatsQuery(trip))
  const types = useQuery(passengerTypesQuery)
  return (
    <QueryResult query={query}>
      {(detail) => (
        <QueryResult query={types}>
          {(known) => <SeatSale trip={detail} types={known} {...props} />}
        </QueryResult>
      )}
    </QueryResult>
  )
}

/** Sells the chosen seats. What was typed stays if the sale is refused, also if a seat is gone. */
function SeatSale({
  shift,
  trip,
  types,
  onSold,
}: Omit<Props, 'trip'> & { trip: TripDetail; types: readonly PassengerType[] }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [typed, setTyped] = useState<SaleText>({ travellers: [], kin: emptyKin, means: 'cash' })
  const isFree = (seat: number) =>
    trip.seats.some(({ number, state }) => number === seat && state === 'free')
  const seats = chosen.filter(isFree)
  const travellers = seats.map((_, index) => travellerAt(typed, index))
  const total_kobo = priceSeats(trip, types, travellers)
  const { submit, isSending, errors, error } = useForm(CounterSaleInput, {
    typed: { value: typed },
    read: (text) => readSale(text, { shift, trip_id: trip.id, seats, total_kobo }),
    send: async (input, key) => {
      try {
        return await call(sellAtCounter, input, { key })
      } finally {
        void client.invalidateQueries(seatsQuery(trip.id))
      }
    },
    done: onSold,
  })
  const toggle = (seat: number) =>
    setChosen(
      seats.includes(seat)
        ? seats.filter((one) => one !== seat)
        : [...seats, seat].slice(-maxSeats),
    )
  if (Date.parse(trip.sales_close_at) <= serverNow())
    return <MutedText>The sale of this departure has ended.</MutedText>
  if (trip.fare_kobo === null) return <MutedText>The fare of this departure is not known.</MutedText>
  return (
    <div className={styles.parts}>
      <SeatMap layout={trip.layout} seats={trip.seats} chosen={seats} onToggle={toggle} />
      <Form
        onSubmit={submit}
        error={error}
        offline="No network. We do not know yet whether it was sold. Try again; it cannot be sold twice."
        action={
          seats.length === 0 ? (
            <MutedText>Choose a seat, {formatNaira(trip.fare_kobo)} each.</MutedText>
          ) : (
            <Button type="submit" kind="primary" wide busy={isSending}>
              Sell for {formatNaira(total_kobo)}
            </Button>
          )
        }
      >
        {seats.length > 0 && <SaleFields {...{ seats, types, typed, errors, setTyped }} />}
      </Form>
    </div>
  )
}

/** The travellers by seat, their next of kin, and how they pay. */
function SaleFields({
  seats,
  types,
  typed,
  errors,
  setTyped,
}: {
  seats: readonly number[]
  types: readonly PassengerType[]
  typed: SaleText
  errors: FieldErrors
  setTyped: (text: SaleText) => void
}) {
  return (
    <>
      {seats.map((seat, index) => (
        <WalkInFields
          key={seat}
          seat={seat}
          types={types}
          value={travellerAt(typed, index)}
          errorOf={(field) => errors[`passengers.${index}.${field}`]}
          onChange={(next) =>
            setTyped({
              ...typed,
              travellers: seats.map((_, at) => (at === index ? next : travellerAt(typed, at))),
            })
          }
        />
      ))}
      <KinFields
        value={typed.kin}
        errorOf={(field) => errors[`next_of_kin.${field}`]}
        onChange={(kin) => setTyped({ ...typed, kin })}
      />
      <ChoiceField
        label="How do they pay?"
        name="means"
        value={typed.means}
        options={counterMeans.map((value) => ({ value, label: meansLabels[value] }))}
        onChange={(means) => setTyped({ ...typed, means: means as CounterMeans })}
      />
    </>
  )
}
