import { formatNaira } from '#contract/money'
import { pluralize } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { whenClockIsKnown, serverNow } from '#lib/clock'
import { removeItem, type StoredValues, read, useStored, write } from '#lib/device'
import { deleteDraft } from '#lib/drafts'
import { retentionTimes } from '#lib/queries/retention'
import { ButtonLink } from '#ui/button'
import { useEffect } from 'react'
import { Link } from '#ui/link'
import styles from './bookings.module.css'
import { Countdown, formatRemainingTime, useSecondsLeft } from '#ui/countdown'

export const isUnpaid = ({ status }: Booking) => status === 'held' || status === 'awaiting_payment'

/**
 * Returns the state of an unpaid booking's time to pay, by the server's clock, even without an answer of the server;
 * undefined for other bookings. `landing`: it is over, but a payment was started, so the booking may still be paid.
 */
export function useTimeToPay(booking: Booking): 'running' | 'landing' | 'over' | undefined {
  const seconds = useSecondsLeft(booking.hold_expires_at ?? '')
  // The stored copy of the booking may be older than the payment, which this phone has recorded separately.
  const paying = useStored('pending_payment')?.['booking']
  if (!isUnpaid(booking)) return undefined
  if (seconds > 0) return 'running'
  const { reference, return_trip, pending_payment } = booking
  const isPaying = paying !== undefined && [reference, return_trip?.other].includes(paying)
  return pending_payment !== null || isPaying ? 'landing' : 'over'
}

/** Says what happens to money that was perhaps paid for a booking shortly before the time to pay was over. */
export function PendingMoneyNotice({ booking }: { booking: Booking }) {
  const time = useTimeToPay(booking)
  const mayBePaid = time === 'landing' || (time === 'over' && booking.status === 'awaiting_payment')
  return mayBePaid ? (
    <p className={styles.soft}>If you have paid, you get the ticket or a full refund.</p>
  ) : null
}

/** Returns whether a booking has tickets for a trip that is not over. */
export const hasValidTicket = ({ status }: Booking) =>
  status === 'confirmed' || status === 'travelled'

/** Returns whether a booking was paid and not cancelled, so that it has tickets. */
export const isPaid = (booking: Booking) =>
  hasValidTicket(booking) || booking.status === 'completed'

/** Returns whether a booking was cancelled, by its travellers or its operator. */
export const isCancelled = (booking: Booking | undefined): booking is Booking =>
  booking?.status === 'cancelled' || booking?.status === 'operator_cancelled'

/** Returns the path of the next step of an unpaid booking. */
const nextStep = ({ reference, passengers, reserved }: Booking) =>
  reserved === true ? `/profile/trip?booking=${reference}` : payStep({ reference, passengers })

const payStep = ({ reference, passengers }: Pick<Booking, 'reference' | 'passengers'>) =>
  `/bookride/${passengers.length === 0 ? 'passenger-details' : 'pay'}?booking=${reference}`

/** Calls `storeUnpaidBooking` each time the booking changes. */
export function useStoreUnpaidBooking(booking: Booking | undefined): void {
  useEffect(() => {
    if (booking !== undefined) storeUnpaidBooking(booking)
  }, [booking])
}

/**
 * Stores an unpaid booking, so that it can be finished on this phone. An expired booking remains, because its draft is
 * useful for the next one. A paid or cancelled booking is deleted with its draft.
 */
export function storeUnpaidBooking(booking: Booking): void {
  const { reference, hold_expires_at: until, trip, seats, status } = booking
  const entry = read('unpaid_booking')
  if (isUnpaid(booking)) {
    if (until !== null)
      write('unpaid_booking', {
        reference,
        trip: trip.id,
        seats,
        until,
        from: trip.from.city.name,
        to: trip.to.city.name,
        next: nextStep(booking),
        ...(booking.reserved === true && { reserved: true }),
      })
  } else if (status !== 'expired') deletePassengersDraft(reference)
  else if (entry?.reference === reference)
    write('unpaid_booking', { ...entry, until: booking.server_time })
}

export const makeTravellersDraftName = (reference: string) => `passengers-${reference}`

/** Deletes the draft of a booking that is paid or cancelled. */
function deletePassengersDraft(reference: string): void {
  if (read('unpaid_booking')?.reference === reference) removeItem('unpaid_booking')
  void deleteDraft(makeTravellersDraftName(reference))
}

/** The unpaid booking of this phone, with the time that remains to pay. */
export function UnpaidBookingCard() {
  const entry = useStored('unpaid_booking')
  return entry === undefined ? null : <UnpaidCard {...entry} />
}

function UnpaidCard({
  reference,
  seats,
  until,
  from,
  to,
  next,
  reserved = false,
}: StoredValues['unpaid_booking']) {
  const seconds = useSecondsLeft(until)
  useEffect(() => {
    // Delete nothing by the phone's own clock, which may be wrong by weeks.
    void whenClockIsKnown.then(() => {
      if (Date.parse(until) + retentionTimes.month < serverNow()) deletePassengersDraft(reference)
    })
  }, [reference, until])
  if (seconds === 0) return null
  return (
    <Link to={next} className={styles.unpaid}>
      <span>
        <small>{pluralize(seats?.length ?? 0, 'Your seat is held', 'Your seats are held')}</small>
        <b>
          {from} → {to}
        </b>
      </span>
      <b>
        {reserved ? 'Pay at the park' : 'Finish paying'} ·{' '}
        <span role="timer">{formatRemainingTime(seconds)}</span>
      </b>
    </Link>
  )
}

/** A link to pay an unpaid booking while its seats are held, and afterwards to the payment that is under way. */
export function FinishPayingLink({ booking }: { booking: Booking }) {
  const { fare, return_trip, passengers } = booking
  const time = useTimeToPay(booking)
  if (time === undefined || time === 'over') return null
  const price = formatNaira(return_trip?.total_kobo ?? fare.total_kobo)
  return (
    <ButtonLink to={payStep(booking)} kind="primary">
      {time === 'landing'
        ? 'See the payment'
        : passengers.length > 0
          ? `Pay ${price}${booking.reserved === true ? ' online' : ''}`
          : 'Finish booking'}
    </ButtonLink>
  )
}

/** The time that remains to pay an unpaid booking. */
export function HoldDeadline({ booking }: { booking: Booking }) {
  const { hold_expires_at: until, seats, reserved } = booking
  const time = useTimeToPay(booking)
  if (time !== 'running' || until === null) return null
  return (
    <p>
      <Countdown
        until={until}
        label={`${pluralize(seats.length, 'Seat', 'Seats')} ${reserved === true ? 'reserved' : 'held'} for`}
      />
    </p>
  )
}
