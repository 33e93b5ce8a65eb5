import type { Booking } from '#contract/bookings'
import { naira } from '#contract/money'
import { CallError } from '#lib/api'
import { showDayTime } from '#lib/format'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { CheckField } from '#ui/fields'
import { FareLines } from '#ui/money'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import styles from './bookings.module.css'
import { cancelSeats, noteBooking, previewCancellationQuery } from './queries.ts'

/** Cancels all or some travellers; what comes back is shown to the kobo before anything happens. */
export function CancelForm({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const travelling = booking.passengers.filter((one) => one.state === 'travelling')
  const [seats, setSeats] = useState(() => travelling.map((one) => one.seat))
  const preview = useQuery(previewCancellationQuery(booking.reference, seats))
  const queries = useQueryClient()
  const key = useRef(crypto.randomUUID())
  const cancelling = useMutation({
    mutationFn: (refund_kobo: number) =>
      cancelSeats(
        { reference: booking.reference, seats, refund_to: 'source', refund_kobo },
        key.current,
      ),
    onSuccess: (next) => {
      noteBooking(queries, next)
      void queries.invalidateQueries({ queryKey: ['listTickets', booking.reference] })
      onDone()
    },
    onError: () => {
      key.current = crypto.randomUUID()
      return queries.invalidateQueries({ queryKey: ['previewCancellation', booking.reference] })
    },
  })
  const toggle = (seat: number) =>
    setSeats((before) =>
      before.includes(seat)
        ? before.filter((one) => one !== seat)
        : [...before, seat].toSorted((a, b) => a - b),
    )
  return (
    <Card label="Cancel">
      <h2>Who does not travel?</h2>
      {travelling.map((one) => (
        <CheckField
          key={one.seat}
          label={`Seat ${one.seat}: ${one.full_name}`}
          checked={seats.includes(one.seat)}
          onChange={() => toggle(one.seat)}
        />
      ))}
      {seats.length === 0 ? (
        <p className={styles.soft}>Choose at least one traveller.</p>
      ) : (
        <Answer query={preview}>
          {(data) => (
            <>
              <FareLines
                lines={data.lines}
                total_kobo={data.refund_kobo}
                total_label="You get back"
              />
              <p className={styles.soft}>
                This holds until {showDayTime(data.valid_until)}. It goes back the way you paid,
                usually within 5 working days.
              </p>
              {cancelling.error !== null && (
                <Notice kind="harm" says="now">
                  {problemOf(cancelling.error)}
                </Notice>
              )}
              <div className={styles.actions}>
                <Button
                  kind="harm"
                  busy={cancelling.isPending}
                  onClick={() => cancelling.mutate(data.refund_kobo)}
                >
                  {data.refund_kobo === 0
                    ? 'Cancel without a refund'
                    : `Cancel and get ${naira(data.refund_kobo)} back`}
                </Button>
                <Button onClick={onDone}>Keep my seats</Button>
              </div>
            </>
          )}
        </Answer>
      )}
    </Card>
  )
}

function problemOf(error: Error): string {
  if (error instanceof CallError && error.is_offline)
    return 'No network. Nothing was cancelled. Try again when the network is back.'
  return error.message
}
