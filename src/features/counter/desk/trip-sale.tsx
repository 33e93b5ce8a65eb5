import { sellAtCounter } from '#contract/counter/endpoints'
import { type CounterSale, CounterSaleInput } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import type { PassengerType } from '#contract/lookups/model'
import type { TripDetail } from '#contract/trips/model'
import { emptySale, makeSaleInput, SaleFields } from '#features/counter'
import { SeatMap } from '#features/trips'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { MutedText } from '#ui/desk/page'
import { Form } from '#ui/form'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { passengerTypesQuery, seatsQuery } from './queries.ts'
import { AsideForm } from './aside-form.tsx'
import { priceSeats } from './price-seats.ts'

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
          {(known) => <SeatSaleOrAside trip={detail} types={known} {...props} />}
        </QueryResult>
      )}
    </QueryResult>
  )
}

type SeatSaleProps = Omit<Props, 'trip'> & { trip: TripDetail; types: readonly PassengerType[] }

/** Sells seats now, or sets them aside for this phone, which sells them without a network. */
function SeatSaleOrAside(props: SeatSaleProps) {
  const { shift, trip } = props
  const [isAside, setAside] = useState(false)
  if (Date.parse(trip.sales_close_at) <= serverNow())
    return <MutedText>The sale of this departure has ended.</MutedText>
  if (trip.fare_kobo === null)
    return <MutedText>The fare of this departure is not known.</MutedText>
  return (
    <>
      {isAside ? <AsideForm shift={shift} trip={trip} /> : <SeatSale {...props} />}
      <Button kind="quiet" onClick={() => setAside(!isAside)}>
        {isAside ? 'Sell seats now' : 'Set seats aside for this phone'}
      </Button>
    </>
  )
}

/** Returns a trip with seats marked as sold. */
const markSold = (trip: TripDetail, sold: readonly number[]): TripDetail => ({
  ...trip,
  seats: trip.seats.map((seat) => (sold.includes(seat.number) ? { ...seat, state: 'sold' } : seat)),
})

/** Sells the chosen seats. What was typed stays if the sale is refused, also if a seat is gone. */
function SeatSale({ shift, trip, types, onSold }: SeatSaleProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [typed, setTyped] = useState(emptySale)
  const isFree = (seat: number) =>
    trip.seats.some(({ number, state }) => number === seat && state === 'free')
  const seats = chosen.filter(isFree)
  const total_kobo = priceSeats(trip, types, makeSaleInput(typed, seats).passengers)
  const { submit, isSending, errors, error } = useForm(CounterSaleInput, {
    typed: { value: typed },
    read: (text) => ({
      ...makeSaleInput(text, seats),
      shift,
      trip_id: trip.id,
      total_kobo,
    }),
    send: async (input, key) => {
      try {
        const sale = await call(sellAtCounter, input, { key })
        // The next sale shows these seats as sold before the seats are loaded again.
        client.setQueryData(seatsQuery(trip.id).queryKey, (seen) => seen && markSold(seen, seats))
        return sale
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
  return (
    <div className={styles.parts}>
      <SeatMap layout={trip.layout} seats={trip.seats} chosen={seats} onToggle={toggle} />
      <Form
        onSubmit={submit}
        error={error}
        offline="No network. We do not know yet whether it was sold. Try again; it cannot be sold twice."
        action={
          seats.length === 0 ? (
            <MutedText>Choose a seat, {formatNaira(trip.fare_kobo ?? 0)} each.</MutedText>
          ) : (
            <Button type="submit" kind="primary" wide busy={isSending}>
              Sell for {formatNaira(total_kobo)}
            </Button>
          )
        }
      >
        {seats.length > 0 && (
          <SaleFields {...{ seats, types, typed, errors }} onChange={setTyped} />
        )}
      </Form>
    </div>
  )
}
