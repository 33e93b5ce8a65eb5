import { directionLabels } from '#contract/bookings/rules'
import { isUnpaid } from '#contract/bookings/rules'
import { formatSeats, pluralize } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { describeCurrentFee } from '#contract/policy'
import { serverNow } from '#lib/clock'
import { formatDay } from '#lib/format'
import { formatNaira } from '#contract/money'
import type { Fare } from '#contract/fare'
import { Countdown } from '#ui/countdown'
import { FareLines } from '#ui/money'
import { Card } from '#ui/page'
import { TripLine } from '#ui/pictures/trip-line'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import styles from './bookings.module.css'
import { FoldedSection } from './form-section.tsx'
import { useOtherDirection } from './directions.ts'

/**
 * The trip, the seats and every line of the fare, the same on each step. For a return trip, it shows both directions.
 */
export function BookingSummary({
  booking,
  fareOf = (way) => way.fare,
  folded = false,
}: {
  booking: Booking
  /** Returns the fare of a direction while its travellers are being typed. */
  fareOf?: (way: Booking) => Fare
  /** Whether a phone shows only the operator and the day, until the person opens it. */
  folded?: boolean
}) {
  const other = useOtherDirection(booking)
  const fare = fareOf(booking)
  if (!booking.return_trip) return <OneWay {...{ booking, fare, folded }} label="Your booking" />
  const back = other && fareOf(other)
  const total_kobo = back ? fare.total_kobo + back.total_kobo : booking.return_trip.total_kobo
  return (
    <>
      <OneWay {...{ booking, fare, folded }} label={directionLabels[booking.return_trip.way]} />
      {other && back && (
        <OneWay
          booking={other}
          fare={back}
          folded={folded}
          label={directionLabels[other.return_trip?.way ?? 'back']}
        />
      )}
      <p className={styles.both}>
        Both ways <b>{formatNaira(total_kobo)}</b>
      </p>
    </>
  )
}

function OneWay({
  booking,
  fare,
  label,
  folded,
}: {
  booking: Booking
  fare: Fare
  label: string
  folded: boolean
}) {
  const seats = formatSeats(booking.seats, 'Seat')
  const feeNow = describeCurrentFee((Date.parse(booking.trip.departs_at) - serverNow()) / 3_600_000)
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 900px)').matches)
  const name = (
    <>
      {booking.return_trip && <small>{label}</small>}
      <h2>{booking.trip.operator.name}</h2>
      <p className={styles.soft}>
        {formatDay(booking.trip.service_date)} · {seats} · {booking.trip.vehicle.name}
      </p>
    </>
  )
  const details = (
    <>
      <TripLine trip={booking.trip} />
      <FareLines lines={fare.lines} total_kobo={fare.total_kobo} />
      <p className={styles.soft}>
        {feeNow !== '' && <b>{feeNow} </b>}
        {booking.trip.refund_policy}
      </p>
    </>
  )
  return (
    <Card label={label}>
      {folded ? (
        <FoldedSection line={<div>{name}</div>} isOpen={isOpen} onToggle={setOpen}>
          {details}
        </FoldedSection>
      ) : (
        <>
          {name}
          {details}
        </>
      )}
    </Card>
  )
}

/**
 * Shows the time until the hold expires, by the server's clock. Once the hold has expired or was released, shows what
 * to do. Renders nothing for other bookings.
 */
export function HoldCountdown({ booking }: { booking: Booking }) {
  const queries = useQueryClient()
  const { status, hold_expires_at: until } = booking
  if (status !== 'expired' && status !== 'cancelled' && !isUnpaid(booking)) return null
  if (!isUnpaid(booking) || until === null) {
    return (
      <p>
        {pluralize(booking.seats.length, 'The seat', 'The seats')} went back on sale.{' '}
        <Link to={`/bookride/details?trip=${booking.trip.id}&passengers=${booking.seats.length}`}>
          Pick again
        </Link>
      </p>
    )
  }
  return (
    <Countdown
      until={until}
      label="Held for"
      onEnd={() => void queries.invalidateQueries({ queryKey: ['getBooking', booking.reference] })}
    />
  )
}
