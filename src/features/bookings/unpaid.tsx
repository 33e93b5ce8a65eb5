import type { Booking } from '#contract/bookings/model'
import { forget, type Kept, read, useKept, write } from '#lib/device'
import { ButtonLink } from '#ui/button'
import { useEffect } from 'react'
import { Link } from '#ui/link'
import styles from './bookings.module.css'
import { shownLeft, useSecondsLeft } from './countdown.tsx'

/** Whether a booking waits for its money. */
export const isUnpaid = ({ status }: Booking) => status === 'held' || status === 'awaiting_payment'

/** Whether its ticket is for a trip that is not over. */
export const isLive = ({ status }: Booking) => status === 'confirmed' || status === 'travelled'

/** Whether it was paid and its trip runs or ran: it has a ticket. */
export const isPaid = (booking: Booking) => isLive(booking) || booking.status === 'completed'

/** Where one goes on with a booking that is not paid. */
const nextStep = ({ reference, passengers }: Booking) =>
  `/bookride/${passengers.length === 0 ? 'passenger-details' : 'pay'}?booking=${reference}`

/**
 * Keeps on this phone that a booking waits for its money, or that it no longer does. One whose time is over stays:
 * what was typed for it is of use for the next.
 */
export function useNoteUnpaid(booking: Booking | undefined): void {
  useEffect(() => {
    if (booking !== undefined) note(booking)
  }, [booking])
}

function note(booking: Booking): void {
  const { reference, hold_expires_at: until, trip, seats, status } = booking
  const kept = read('unpaid_booking')
  if (isUnpaid(booking) && until !== null)
    write('unpaid_booking', {
      reference,
      trip: trip.id,
      seats,
      until,
      from: trip.from.city.name,
      to: trip.to.city.name,
      next: nextStep(booking),
    })
  else if (kept?.reference !== reference) return
  else if (status === 'expired') write('unpaid_booking', { ...kept, until: booking.server_time })
  else forget('unpaid_booking')
}

/** Whether the seats are no longer held for this booking, by the server's clock: from then on nothing can be paid. */
export function useHoldOver({ hold_expires_at }: Pick<Booking, 'hold_expires_at'>): boolean {
  return useSecondsLeft(hold_expires_at ?? '') === 0
}

/** The booking that this phone has begun and not paid, with the time that is left for it. */
export function Unpaid() {
  const kept = useKept('unpaid_booking')
  return kept === undefined ? null : <Waits {...kept} />
}

function Waits({ until, from, to, next }: Kept['unpaid_booking']) {
  const seconds = useSecondsLeft(until)
  if (seconds === 0) return null
  return (
    <Link to={next} className={styles.unpaid}>
      <span>
        <small>Your seats are held</small>
        <b>
          {from} → {to}
        </b>
      </span>
      <b>
        Finish paying · <span role="timer">{shownLeft(seconds)}</span>
      </b>
    </Link>
  )
}

/** The way on with an unpaid booking while its seats are held. */
export function FinishPaying({ booking }: { booking: Booking }) {
  const seconds = useSecondsLeft(booking.hold_expires_at ?? '')
  if (!isUnpaid(booking) || seconds === 0) return null
  return (
    <ButtonLink to={nextStep(booking)} kind="primary">
      Finish paying · {shownLeft(seconds)}
    </ButtonLink>
  )
}
