import { ConfirmButton } from '#ui/confirm-button'
import { formatSeats } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { addDays, computeDay, formatDayTime } from '#lib/format'
import { ButtonRow } from '#ui/notice'
import { changeBookingLists } from './booking-lists.ts'
import { CoverLink } from '#ui/cover-link'
import { FailureNotice } from '#ui/form'
import { Card } from '#ui/page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { makeReturnSearchPath } from './book-again.tsx'
import styles from './bookings.module.css'
import { releaseOtherDirection } from './release.ts'
import { useOtherDirection } from './directions.ts'

/** Offers return trips for an unpaid booking, or lets the person continue without the chosen one. */
export function ReturnTripOffer({ booking }: { booking: Booking }) {
  const { trip } = booking
  if (booking.pending_payment !== null) return null
  if (booking.return_trip) return <RemoveReturnTripCard booking={booking} />
  const day = addDays(computeDay(trip.arrives_at, trip.zone), 1)
  return (
    <Card label="Return trip">
      <div className={styles.offer}>
        <CoverLink to={makeReturnSearchPath(booking, day)}>Add the return trip</CoverLink>
        <p className={styles.soft}>One payment for both ways, with any operator.</p>
      </div>
    </Card>
  )
}

function RemoveReturnTripCard({ booking }: { booking: Booking }) {
  const queries = useQueryClient()
  const other = useOtherDirection(booking)
  const leaving = useMutation({
    mutationFn: () => releaseOtherDirection(booking.return_trip?.other ?? ''),
    onSuccess: () => changeBookingLists(queries, booking.return_trip?.other ?? '', undefined),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['getBooking'] }),
  })
  return (
    <Card label="Return trip">
      <h2>Return trip</h2>
      {other && (
        <p>
          {formatDayTime(other.trip.departs_at, other.trip.zone)} · {other.trip.operator.name} ·{' '}
          {formatSeats(other.seats, 'Seat')}
        </p>
      )}
      <p className={styles.soft}>The same travellers. You pay for both ways at once.</p>
      <ButtonRow>
        <ConfirmButton
          yes="Yes, release its seats"
          busy={leaving.isPending}
          onConfirm={leaving.mutate}
        >
          Continue without the return trip
        </ConfirmButton>
      </ButtonRow>
      <FailureNotice error={leaving.error} />
    </Card>
  )
}
