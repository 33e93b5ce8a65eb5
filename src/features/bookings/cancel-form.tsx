import { directionLabels } from '#contract/bookings/rules'
import { pluralize } from '#contract/quantities'
import type { Booking, CancellationPreview } from '#contract/bookings/model'
import { formatNaira } from '#contract/money'
import type { RefundDestination } from '#features/wallet'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { formatDayTime } from '#lib/format'
import { refetchBalances } from '#lib/room'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { CheckField, FieldGroup } from '#ui/choices'
import { FailureNotice } from '#ui/form'
import { FareLines } from '#ui/money'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './bookings.module.css'
import { listActiveTravellers } from './directions.ts'
import { cancelSeats, storeChangedBooking, previewCancellationQuery } from './queries.ts'
import { useRefundTarget } from './refund-target.tsx'

interface Props {
  booking: Booking
  /** Called at the end, with the refund if something was cancelled. */
  onDone: (refund_kobo?: number) => void
}

/** Cancels all or some travellers. Shows the exact refund first. */
export function CancelBookingForm({ booking, onDone }: Props) {
  const travelling = listActiveTravellers(booking)
  const [seats, setSeats] = useState(() => travelling.map((one) => one.seat))
  const preview = useQuery(previewCancellationQuery(booking.reference, seats))
  const target = useRefundTarget(preview.data)
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  const cancelling = useMutation({
    mutationFn: ({ refund_kobo, to }: { refund_kobo: number; to: RefundDestination }) =>
      cancelSeats(
        { reference: booking.reference, seats, refund_to: to, refund_kobo },
        act.keyFor(`${booking.reference} ${seats.join(',')} ${refund_kobo} ${to}`),
      ),
    onSuccess: async (next, { refund_kobo }) => {
      act.settle()
      // Close the form before the booking is rendered again: an open form could cancel twice.
      onDone(refund_kobo)
      refetchBalances(queries)
      await storeChangedBooking(queries, next)
    },
    onError: (error) => {
      act.settle(error)
      // Even without an answer, the booking may have been cancelled.
      for (const name of ['previewCancellation', 'getBooking', 'listBookings'])
        void queries.invalidateQueries({ queryKey: [name] })
    },
  })
  return (
    <Card label="Cancel">
      <h2>Cancel this booking</h2>
      <OneWayOnly booking={booking} />
      {travelling.length > 1 && <SeatChoice {...{ travelling, seats, setSeats }} />}
      <OnlyChildren staying={travelling.filter((one) => !seats.includes(one.seat))} />
      {seats.length === 0 ? (
        <p className={styles.soft}>Choose at least one traveller.</p>
      ) : (
        <QueryResult query={preview}>
          {(data) => (
            <>
              <FareLines
                lines={data.lines}
                total_kobo={data.refund_kobo}
                total_label="You get back"
              />
              {data.refund_kobo > 0 && target.choice}
              <p className={styles.soft}>
                This amount holds until {formatDayTime(data.valid_until)}.{' '}
                {data.refund_kobo > 0 && target.words}
              </p>
              <FailureNotice
                error={cancelling.error}
                offline="No network. We do not know yet whether it was cancelled. Try again; it cannot be cancelled twice."
              />
              <Button
                kind="danger"
                busy={cancelling.isPending}
                onClick={() =>
                  cancelling.mutate({ refund_kobo: data.refund_kobo, to: target.refund_to })
                }
              >
                {labelCancel(data)}
              </Button>
            </>
          )}
        </QueryResult>
      )}
      <Button onClick={() => onDone()}>Keep my seats</Button>
    </Card>
  )
}

/** Chooses whose seats are cancelled. */
function SeatChoice({
  travelling,
  seats,
  setSeats,
}: {
  travelling: Booking['passengers']
  seats: readonly number[]
  setSeats: (seats: number[]) => void
}) {
  const all = travelling.map((one) => one.seat)
  return (
    <FieldGroup label="Who is not travelling?">
      {travelling.map((one) => (
        <CheckField
          key={one.seat}
          label={`Seat ${one.seat}: ${one.full_name}`}
          checked={seats.includes(one.seat)}
          onChange={(on) =>
            setSeats(all.filter((seat) => (seat === one.seat ? on : seats.includes(seat))))
          }
        />
      ))}
    </FieldGroup>
  )
}

const labelCancel = ({ refund_kobo }: CancellationPreview) =>
  refund_kobo === 0 ? 'Cancel without a refund' : `Cancel and get ${formatNaira(refund_kobo)} back`

/** Warns if no adult remains on the booking. */
function OnlyChildren({ staying }: { staying: Booking['passengers'] }) {
  if (staying.length === 0 || staying.some((one) => one.passenger_type !== 'child')) return null
  return (
    <Notice
      tone="warning"
      live="polite"
      title={`Only ${pluralize(staying.length, 'a child', 'children')} would travel.`}
    >
      Ask the operator first.
    </Notice>
  )
}

/** For a return trip: explains which direction is not cancelled. */
function OneWayOnly({ booking: { return_trip } }: { booking: Booking }) {
  if (!return_trip || return_trip.lost) return null
  return (
    <p>
      This cancels the {directionLabels[return_trip.way].toLowerCase()} trip only. The other way
      stays as it is.
    </p>
  )
}
