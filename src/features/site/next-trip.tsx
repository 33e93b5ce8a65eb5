import { dayOf, showDayShort, showTime } from '#lib/format'
import { useKept } from '#lib/device'
import { nextTrips } from '#lib/next-trips'
import { Link } from 'react-router-dom'
import styles from './home.module.css'

/** The next trip with a ticket on this phone, one tap from its code. */
export function NextTrip() {
  const [trip, ...later] = useKept('next_trips') === undefined ? [] : nextTrips()
  if (trip === undefined) return null
  return (
    <Link to={`/ticket/${trip.reference}`} className={styles.ticket}>
      <span>
        <small>Your next trip</small>
        <b>
          {trip.from} → {trip.to}
        </b>
        <span>
          {showDayShort(dayOf(trip.departs_at, trip.zone))}, {showTime(trip.departs_at, trip.zone)}{' '}
          · {trip.operator}
          {trip.delay_minutes !== undefined &&
            trip.delay_minutes > 0 &&
            ` · ${trip.delay_minutes} min late`}
          {later.length > 0 && ` · ${later.length} more`}
        </span>
      </span>
      <span className={styles.open}>Ticket</span>
    </Link>
  )
}
