import { compareText } from '#contract/order'
import { formatCount, formatDuration } from '#contract/quantities'
import { type NextTrip as StoredTrip, useStored } from '#lib/device'
import { computeDay, formatAge, formatDayShort, formatTime } from '#lib/format'
import { readNextTrips } from '#lib/next-trips'
import { useOnline } from '#lib/online'
import { Link } from '#ui/link'
import type { ReactNode } from 'react'
import styles from './next-trip.module.css'

type TripOutline = Omit<StoredTrip, 'seats' | 'tickets'>

/**
 * A strip with the next trip, of those with a ticket on this phone and of `others`, which the server knows. Without a
 * network, it also shows the age of the data. Renders `otherwise` if there is no trip.
 */
export function NextTripStrip({
  others = [],
  otherwise = null,
}: {
  others?: readonly TripOutline[]
  otherwise?: ReactNode
}) {
  const online = useOnline()
  const here = useStored('next_trips') === undefined ? [] : readNextTrips()
  const elsewhere = others.filter(
    (one) => !here.some(({ reference }) => reference === one.reference),
  )
  const [trip, ...later] = [...here, ...elsewhere].toSorted((a, b) =>
    compareText(a.departs_at, b.departs_at),
  )
  if (trip === undefined) return otherwise
  const { delay_minutes: late = 0 } = trip
  const leaves = Date.parse(trip.departs_at) + late * 60_000
  return (
    <TripStrip to={`/ticket/${trip.reference}`} action="Ticket">
      <small>Your next trip</small>
      <b>
        {trip.from} → {trip.to}
      </b>
      <span>
        {formatDayShort(computeDay(leaves, trip.zone))}, {formatTime(leaves, trip.zone)}
        {late > 0 && ` (${formatDuration(late)} late)`} · {trip.operator}
        {later.length > 0 && ` · ${formatCount(later.length, 'more trip')}`}
      </span>
      {!online && <small>Checked {formatAge(trip.saved_at)}</small>}
    </TripStrip>
  )
}

/** A link with a few words about trips and its action. */
export function TripStrip({
  to,
  action,
  children,
}: {
  to: string
  action: string
  children: ReactNode
}) {
  return (
    <Link to={to} className={styles.strip}>
      <span>{children}</span>
      <span className={styles.open}>{action}</span>
    </Link>
  )
}

/** A strip without a link, in place of a `TripStrip` until its target is known. */
export function PendingTripStrip({ children }: { children: ReactNode }) {
  return (
    <p className={styles.strip}>
      <span>{children}</span>
    </p>
  )
}
