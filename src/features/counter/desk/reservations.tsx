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
import { PaymentMeansField } from '#features/counter'
import { call } from '#lib/api'
import { formatDayTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
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

interface Props {
  shift: string
  onSold: (sale: CounterSale) => void
}

/** Finds a traveller's reservation by its reference or their phone number, and takes the money for it. */
export function ReservationSearch(props: Props) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const client = useQueryClient()
  const { submit, errors } = useForm(FindReservationsInput, {
    typed: { value: typed },
    read: (text) => ({ search: text.trim() }),
    send: (input) => Promise.resolve(input),
    done: (input) => {
      setSearch(input.search)
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
            value={typed}
            error={errors['search']}
            onChange={setTyped}
          />
        </Form>
      </Card>
      {search !== '' && <Found search={search} {...props} />}
    </>
  )
}

function Found({ search, ...props }: Props & { search: string }) {
  const query = useQuery(reservationsQuery(search))
  return (
    <QueryResult query={query}>
      {(all) =>
        all.length === 0 ? (
          <div role="status">
            <MutedText>
              No open reservation with this code or phone. If its time was over, sell the seats
              again.
            </MutedText>
          </div>
        ) : (
          <>
            <CardList>
              {all.map((one) => (
                <Card as="li" key={one.reference} label={`Reservation ${one.reference}`}>
                  <Reservation reservation={one} {...props} />
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

function Reservation({ reservation, shift, onSold }: Props & { reservation: CounterReservation }) {
  const { reference, zone, total_kobo, travellers } = reservation
  const [means, setMeans] = useState<CounterMeans>('cash')
  const client = useQueryClient()
  const { submit, isSending, error } = useForm(ReservationSaleInput, {
    typed: { value: means },
    read: (chosen) => ({ shift, reference, means: chosen, total_kobo }),
    send: async (input, key) => {
      try {
        return await call(sellReservation, input, { key })
      } finally {
        void client.invalidateQueries(allReservationsFilter)
      }
    },
    done: onSold,
  })
  return (
    <div className={styles.parts}>
      <FactList
        facts={[
          ['Code', reference],
          ['Bus', `${reservation.from} → ${reservation.to}`],
          ['Leaves', formatDayTime(reservation.departs_at, zone)],
          ['Travellers', travellers.map((one) => `${one.full_name}, seat ${one.seat}`).join('; ')],
          ['Reserved until', formatDayTime(reservation.until, zone)],
        ]}
      />
      {reservation.pays_online && (
        <Notice kind="mind" title="An online payment has begun.">
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
