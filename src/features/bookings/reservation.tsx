import type { Booking } from '#contract/bookings/model'
import { formatNaira } from '#contract/money'
import { pluralize } from '#contract/quantities'
import { formatDayTime } from '#lib/format'
import styles from './bookings.module.css'
import { HoldDeadline, useTimeToPay } from './unpaid.tsx'

/** Where, until when and with which code a reservation is paid; nothing for other bookings. */
export function ReservationCard({ booking }: { booking: Booking }) {
  const { reserved, hold_expires_at: until, trip, from_park, fare, reference, seats } = booking
  const time = useTimeToPay(booking)
  if (reserved !== true || until === null || time !== 'running') return null
  return (
    <div className={styles.reservation}>
      <HoldDeadline booking={booking} />
      <p>
        <b>
          Pay {formatNaira(fare.total_kobo)} at {from_park.name} before{' '}
          {formatDayTime(until, trip.zone)}
        </b>
        , or the {pluralize(seats.length, 'seat is', 'seats are')} free for others.
      </p>
      <p>
        Say this code at the counter of {trip.operator.name}: <b>{reference}</b>
      </p>
      <p className={styles.soft}>
        If you cannot come, release the {pluralize(seats.length, 'seat')} soon. If you neither pay
        nor release {pluralize(seats.length, 'it', 'them')}, or release late, you may reserve less
        next time.
      </p>
    </div>
  )
}
