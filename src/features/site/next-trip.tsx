import { byThisPhone } from '#lib/clock'
import { dayOf, showAge, showDayShort, showDuration, showTime } from '#lib/format'
import { useKept } from '#lib/device'
import { nextTrips } from '#lib/next-trips'
import { useOnline } from '#lib/online'
import { Link } from '#ui/link'
import styles from './home.module.css'

/** The next trip with a ticket on this phone, one tap from its code; without a network, how old it is. */
export function NextTrip() {
  const online = useOnline()
  const [trip, ...later] = useKept('next_trips') === undefined ? [] : nextTrips()
  if (trip === undefined) return null
  const { delay_minutes: late = 0 } = trip
  const leaves = Date.parse(trip.departs_at) + late * 60_000
  return (
    <Link to={`/ticket/${trip.reference}`} className={styles.ticket}>
      <span>
        <small>Your next trip</small>
        <b>
          {trip.from} → {trip.to}
        </b>
        <span>
          {showDayShort(dayOf(leaves, trip.zone))}, {showTime(leaves, trip.zone)}
          {late > 0 && ` (${showDuration(late)} late)`} · {trip.operator}
          {later.length > 0 && ` · ${later.length} more`}
        </span>
        {!online && <small>Checked {showAge(byThisPhone(trip.saved_at))}</small>}
      </span>
      <span className={styles.open}>Ticket</span>
    </Link>
  )
}
