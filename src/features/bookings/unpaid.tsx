import type { Booking } from '#contract/bookings/model'
import { clockTold, serverNow } from '#lib/clock'
import { forget, type Kept, read, useKept, write } from '#lib/device'
import { dropDraft } from '#lib/drafts'
import { retentionTimes } from '#lib/retention'
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

/** Follows on this phone whether a booking waits for its money. */
export function useNoteUnpaid(booking: Booking | undefined): void {
  useEffect(() => {
    if (booking !== undefined) noteUnpaid(booking)
  }, [booking])
}

/**
 * Keeps on this phone that a booking waits for its money, or that it no longer does. One whose time is over stays,
 * since what was typed for it is of use for the next; of one that is paid or cancelled, what was typed goes.
 */
export function noteUnpaid(booking: Booking): void {
  const { reference, hold_expires_at: until, trip, seats, status } = booking
  const kept = read('unpaid_booking')
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
      })
  } else if (status !== 'expired') forgetTyped(reference)
  else if (kept?.reference === reference)
    write('unpaid_booking', { ...kept, until: booking.server_time })
}

/** The name under which the phone keeps what was typed about the travellers of a booking. */
export const travellersDraft = (reference: string) => `passengers-${reference}`

/** Nothing is to be done about a booking any more. */
function forgetTyped(reference: string): void {
  if (read('unpaid_booking')?.reference === reference) forget('unpaid_booking')
  void dropDraft(travellersDraft(reference))
}

/** The booking that this phone has begun and not paid, with the time that is left for it. */
export function Unpaid() {
  const kept = useKept('unpaid_booking')
  return kept === undefined ? null : <Waits {...kept} />
}

function Waits({ reference, until, from, to, next }: Kept['unpaid_booking']) {
  const seconds = useSecondsLeft(until)
  useEffect(() => {
    // Nothing is deleted by the phone's own clock, which may be wrong by weeks.
    void clockTold.then(() => {
      if (Date.parse(until) + retentionTimes.month < serverNow()) forgetTyped(reference)
    })
  }, [reference, until])
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
