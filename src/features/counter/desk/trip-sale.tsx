import { type CounterSale, CounterSaleInput, ReturnSaleInput } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import type { PassengerType } from '#contract/lookups/model'
import type { TripDetail } from '#contract/trips/model'
import { makeSaleInput, SaleFields } from '#features/counter'
import { listFreeSeats, SeatMap, TakenSeatsLegend, toggleSeat } from '#features/trips'
import { serverNow } from '#lib/clock'
import { type FormSchema, useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { MutedText } from '#ui/desk/page'
import { Form } from '#ui/form'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { passengerTypesQuery, seatsQuery } from './queries.ts'
import { AllotSeatsForm } from './allot-seats-form.tsx'
import { ReturnTripFields } from './return-trip-fields.tsx'
import { priceSeats } from './price-seats.ts'
import { adaptSeatSaleDraft, type SeatSaleDraft } from './seat-sale-draft.ts'
import { type ReturnTripChoice, useReturnTrip } from './use-return-trip.ts'
import type { SeatSaleInput, OngoingSeatSale } from './use-ongoing-seat-sale.ts'

interface Props {
  shift: string
  /** The wire id of the trip part. */
  trip: string
  ongoing: OngoingSeatSale
  /** `back`: the other direction, if a return trip was sold. */
  onSold: (sale: CounterSale, back?: CounterSale) => void
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
      {isAside ? <AllotSeatsForm shift={shift} trip={trip} /> : <SeatSale {...props} />}
      <Button kind="quiet" onClick={() => setAside(!isAside)}>
        {isAside ? 'Sell seats now' : 'Set seats aside for this phone'}
      </Button>
    </>
  )
}

/**
 * Sells the chosen seats and, if the clerk wants to, seats of a return trip. What was typed stays if the sale is
 * refused, even if a seat is no longer free.
 */
function SeatSale({ shift, trip, types, ongoing, onSold }: SeatSaleProps) {
  const draft = adaptSeatSaleDraft(ongoing.draft, trip.id)
  const change = (next: Partial<SeatSaleDraft>) => ongoing.onDraft({ ...draft, ...next })
  const back = useReturnTrip(draft.back, types)
  const seats = listFreeSeats(trip, draft.seats)
  const { passengers } = makeSaleInput(draft.text, seats)
  const total_kobo = priceSeats(trip, types, passengers) + back.price(passengers)
  const { submit, isSending, errors, error } = useForm(anySale, {
    draft: { value: draft.text },
    read: (text) => ({
      ...makeSaleInput(text, seats),
      shift,
      trip_id: trip.id,
      total_kobo,
      ...back.input,
    }),
    send: (input, key) => ongoing.sell({ input, key }),
    // A refusal is about the trip part for which it was typed.
    refused: ongoing.draft.trip === trip.id ? ongoing.refused : null,
    done: ([sale, other]) => onSold(sale, other),
  })
  const toggle = (seat: number) => change({ seats: toggleSeat(seats, seat, maxSeats) })
  return (
    <div className={styles.seats}>
      <div className={styles.parts}>
        <SeatMap layout={trip.layout} seats={trip.seats} chosen={seats} onToggle={toggle} />
        <TakenSeatsLegend seats={trip.seats} />
      </div>
      <Form
        onSubmit={submit}
        error={error}
        action={
          seats.length === 0 ? (
            <MutedText>Choose a seat, {formatNaira(trip.fare_kobo ?? 0)} each.</MutedText>
          ) : back.isWhole(seats.length) ? (
            <Button type="submit" kind="primary" wide busy={isSending}>
              Sell for {formatNaira(total_kobo)}
            </Button>
          ) : (
            <MutedText>Choose a departure and seats for the return trip.</MutedText>
          )
        }
      >
        {seats.length > 0 && (
          <>
            <ReturnTripChooser
              out={trip}
              count={seats.length}
              back={back}
              error={errors['back.trip_id']}
              onChoice={(choice) => change({ back: choice })}
            />
            <SaleFields
              {...{ seats, types, errors }}
              draft={draft.text}
              onChange={(text) => change({ text })}
            />
            <SeatPairs passengers={passengers} back={back} />
          </>
        )}
      </Form>
    </div>
  )
}

/** Asks whether the travellers also travel back, and when. */
function ReturnTripChooser({
  back: { choice },
  onChoice,
  ...rest
}: {
  out: TripDetail
  count: number
  back: ReturnType<typeof useReturnTrip>
  error: string | undefined
  onChoice: (choice: ReturnTripChoice | undefined) => void
}) {
  return (
    <>
      <CheckField
        label="They also travel back"
        checked={choice !== undefined}
        onChange={(on) => onChoice(on ? { day: '', trip: '', seats: [] } : undefined)}
      />
      {choice !== undefined && <ReturnTripFields value={choice} onChange={onChoice} {...rest} />}
    </>
  )
}

/** The seats of each traveller on both trips. The return seats are assigned in the order in which they were chosen. */
function SeatPairs({
  passengers,
  back: { choice, isWhole, seats },
}: {
  passengers: readonly { seat: number; full_name: string }[]
  back: ReturnType<typeof useReturnTrip>
}) {
  if (choice === undefined || !isWhole(passengers.length)) return null
  return (
    <ul className={styles.pairs}>
      {passengers.map(({ seat, full_name }, at) => (
        <li key={seat}>
          {full_name.trim() || `Traveller ${at + 1}`}: seat {seat} there, seat {seats[at]} back
        </li>
      ))}
    </ul>
  )
}

/** The schema of a sale: of one trip, or of a return trip. */
const anySale: FormSchema<SeatSaleInput> = {
  safeParse: (written) =>
    typeof written === 'object' && written !== null && 'back' in written
      ? ReturnSaleInput.safeParse(written)
      : CounterSaleInput.safeParse(written),
}
