import type { Booking } from '#contract/bookings/model'
import type { OwnReview } from '#contract/reviews/model'
import { computeDay, formatDay } from '#lib/format'
import { Link } from '#ui/link'
import styles from './reviews.module.css'

type Trip = NonNullable<OwnReview['trip']>

/**
 * The trip that a review is about or verified by: its route, day and operator. `isLink`: whether the route opens the
 * booking.
 */
export function ReviewedTrip({
  label,
  trip: { reference, from, to, departs_at, zone, operator },
  isLink = false,
}: {
  label: string
  trip: Trip
  isLink?: boolean
}) {
  const route = `${from} → ${to}`
  return (
    <p className={styles.trip}>
      {label}:{' '}
      {isLink ? <Link to={`/profile/trip?booking=${reference}`}>{route}</Link> : <b>{route}</b>},{' '}
      {formatDay(computeDay(departs_at, zone))}, {operator}
    </p>
  )
}

/** Returns the trip of a booking as reviews name it. */
export const toReviewedTrip = ({ reference, trip }: Booking): Trip => ({
  reference,
  operator: trip.operator.name,
  from: trip.from.city.name,
  to: trip.to.city.name,
  departs_at: trip.departs_at,
  zone: trip.zone,
})
