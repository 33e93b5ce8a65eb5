import { useStored } from '#lib/device'
import { computeDay, formatAge, formatDayShort, formatDuration, formatTime } from '#lib/format'
import { readNextTrips } from '#lib/next-trips'
import { useOnline } from '#lib/online'
import { Link } from '#ui/link'
import type { ReactNode } from 'react'
import styles from './next-trip.module.css'

/**
 * The next trip with a ticket on this phone; without a network, also its age. If there is no trip, a link to the search
 * if `orSearch`.
 */
export function NextTrip({ orSearch = false }: { orSearch?: boolean }) {
  const online = useOnline()
  const [trip, ...later] = useStored('next_trips') === undefined ? [] : readNextTrips()
  if (trip === undefined)
    return orSearch ? (
      <Strip to="/" action="Search">
        <small>You have no upcoming trips</small>
        <b>Where to next?</b>
      </Strip>
    ) : null
  const { delay_minutes: late = 0 } = trip
  const leaves = Date.parse(trip.departs_at) + late * 60_000
  return (
    <Strip to={`/ticket/${trip.reference}`} action="Ticket">
      <small>Your next trip</small>
      <b>
        {trip.from} → {trip.to}
      </b>
      <span>
        {formatDayShort(computeDay(leaves, trip.zone))}, {formatTime(leaves, trip.zone)}
        {late > 0 && ` (${formatDuration(late)} late)`} · {trip.operator}
        {later.length > 0 && ` · ${later.length} more`}
      </span>
      {!online && <small>Checked {formatAge(trip.saved_at)}</small>}
    </Strip>
  )
}

function Strip({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.strip}>
      <span>{children}</span>
      <span className={styles.open}>{action}</span>
    </Link>
  )
}
