import { maxFoundReservations } from '#contract/bookings/rules'
import { sellReservation } from '#contract/counter/endpoints'
import {
  type CounterReservation,
  type CounterSale,
  FindReservationsInput,
  ReservationSaleInput,
} from '#contract/counter/model'
import type { CounterMeans } from '#contract/counter/rules'
import { formatNaira } from '#contract/money'
import { formatSeats } from '#contract/quantities'
import { PaymentMeansField } from '#features/counter'
import { call } from '#lib/api'
import { formatDayTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button, ButtonLink } from '#ui/button'
import { CardList, MutedText } from '#ui/desk/page'
import { FactList } from '#ui/facts'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { allReservationsFilter, reservationsQuery } from './queries.ts'
import { makeSalePath } from './sale-facts.ts'

interface Props {
  shift: string
  onSold: (sale: CounterSale) => void
}

/** Finds a traveller's reservation by its reference or their phone number, and takes the money for it. */
export function ReservationSearch(props: Props) {
  const [entered, setEntered] = useState('')
  const [search, setSearch] = useState('')
  const client = useQueryClient()
  const { submit, errors } = useForm(FindReservationsInput, {
    draft: { value: entered },
    read: (text) => ({ search: text.trim() }),
    send: (input) => Promise.resolve(input),
    done: (input) => {
      setSearch(input.search ?? '')
      // Repeating the same search sends it again, since the traveller may have reserved meanwhile.
      void client.invalidateQueries(allReservationsFilter)
    },
  })
  return (
    <>
      <Card label="Find a reservation">
        <h2>Find a reservation</h2>
        <Form onSubmit={submit} action={<Button type="submit">Find</Button>}>
          <TextField
            label="Booking code or phone number"
            autoComplete="off"
            value={entered}
            error={errors['search']}
            onChange={setEntered}
          />
        </Form>
        <OpenReservations onOpen={setSearch} />
      </Card>
      {search !== '' && <ReservationResults search={search} {...props} />}
    </>
  )
}

/** The reservations that wait for their money: the number beside the link to this screen counts them. */
function OpenReservations({ onOpen }: { onOpen: (reference: string) => void }) {
  const { data = [] } = useQuery(reservationsQuery(''))
  if (data.length === 0) return null
  return (
    <ul className={styles.pairs} aria-label="Waiting for their money">
      {data.map(({ reference, contact, travellers, until, zone, total_kobo }) => (
        <li key={reference}>
          <Button onClick={() => onOpen(reference)}>{contact}</Button>{' '}
          {formatSeats(
            travellers.map(({ seat }) => seat),
            'Seat',
          )}{' '}
          · {formatNaira(total_kobo)} · until {formatDayTime(until, zone)}
        </li>
      ))}
    </ul>
  )
}

function ReservationResults({ search, ...props }: Props & { search: string }) {
  const query = useQuery(reservationsQuery(search))
  return (
    <QueryResult query={query}>
      {(all) =>
        all.length === 0 ? (
          <div role="status">
            <MutedText>
              No open reservation with this code or phone, and no paid booking on a coming bus.
            </MutedText>
          </div>
        ) : (
          <>
            <CardList>
              {all.map((one) => (
                <Card as="li" key={one.reference} label={`${nouns[one.state]} ${one.reference}`}>
                  {one.state === 'open' ? (
                    <Reservation reservation={one} {...props} />
                  ) : (
                    <EndedReservation reservation={one} />
                  )}
                </Card>
              ))}
            </CardList>
            {all.length >= maxFoundReservations && (
              <MutedText>
                Only {maxFoundReservations} reservations are listed. Find another by its booking
                code.
              </MutedText>
            )}
          </>
        )
      }
    </QueryResult>
  )
}

const nouns: Record<CounterReservation['state'], string> = {
  open: 'Reservation',
  paid_at_counter: 'Paid booking',
  paid_online: 'Paid booking',
  expired: 'Expired reservation',
}

/** A booking for which no money may be taken: it is paid, or its seats are no longer reserved. */
function EndedReservation({ reservation }: { reservation: CounterReservation }) {
  const { reference, state } = reservation
  const isSold = state === 'paid_at_counter'
  return (
    <>
      {state === 'expired' ? (
        <Notice tone="warning" title="Not paid in time" live="polite">
          The time of this reservation was over, and nothing was paid. Sell the seats again.
        </Notice>
      ) : (
        <Notice
          tone="success"
          title="Paid already"
          live="polite"
          actions={
            isSold && (
              <ButtonLink to={makeSalePath({ subject: 'seats', reference })}>
                Open the sale
              </ButtonLink>
            )
          }
        >
          {isSold
            ? 'Take no money again.'
            : 'It was paid in the app or on the web. Take no money again.'}
        </Notice>
      )}
      <ReservationFacts reservation={reservation} />
    </>
  )
}

function ReservationFacts({ reservation }: { reservation: CounterReservation }) {
  const { state, travellers, departs_at, until, zone } = reservation
  return (
    <FactList
      facts={[
        ['Code', reservation.reference],
        ['Bus', `${reservation.from} → ${reservation.to}`],
        ['Leaves', formatDayTime(departs_at, zone)],
        ['Travellers', travellers.map((one) => `${one.full_name}, seat ${one.seat}`).join('; ')],
        ['Reserved until', state === 'open' ? formatDayTime(until, zone) : null],
      ]}
    />
  )
}

function Reservation({ reservation, shift, onSold }: Props & { reservation: CounterReservation }) {
  const { reference, total_kobo } = reservation
  const [means, setMeans] = useState<CounterMeans>('cash')
  const client = useQueryClient()
  const { submit, isSending, error } = useForm(ReservationSaleInput, {
    draft: { value: means },
    read: (chosen) => ({ shift, reference, means: chosen, total_kobo }),
    send: async (input, key) => {
      try {
        return await call(sellReservation, input, { key })
      } finally {
        void client.invalidateQueries(allReservationsFilter)
      }
    },
    // Not `onSold` itself: a second argument would be the other direction of a return trip.
    done: (sale) => onSold(sale),
  })
  return (
    <div className={styles.parts}>
      <ReservationFacts reservation={reservation} />
      {reservation.pays_online && (
        <Notice tone="warning" title="An online payment has begun.">
          Ask the traveller before you take money. If it arrives later, we refund it.
        </Notice>
      )}
      <Form
        onSubmit={submit}
        error={error}
        offline="No network. We do not know yet whether it was sold. Try again; it cannot be sold twice."
        action={
          <Button type="submit" kind="primary" wide busy={isSending}>
            Take {formatNaira(total_kobo)}
          </Button>
        }
      >
        <PaymentMeansField value={means} onChange={setMeans} />
      </Form>
    </div>
  )
}
