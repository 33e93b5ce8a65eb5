import type { Booking } from '#contract/bookings/model'
import styles from './bookings.module.css'
import { useTimeToPay } from './unpaid.tsx'

export const bookingStateLabels: Record<Booking['status'], string> = {
  held: 'Held, not paid',
  awaiting_payment: 'Waiting for the payment',
  confirmed: 'Paid',
  travelled: 'On the road',
  completed: 'Travelled',
  expired: 'Not paid in time',
  cancelled: 'Cancelled',
  operator_cancelled: 'Cancelled by the operator',
}

/** The state of a booking. If its time to pay is over, shows that, even if the booking was loaded before. */
export function BookingStateLabel({ booking }: { booking: Booking }) {
  const { status } = booking
  const time = useTimeToPay(booking)
  const shown = time === 'over' ? 'expired' : time === 'landing' ? 'awaiting_payment' : status
  const isReserved = booking.reserved === true && shown === 'held'
  const isCertain = time !== 'over' || status === 'held'
  return (
    <span className={styles.state} data-state={shown}>
      {isReserved
        ? 'Reserved, not paid'
        : isCertain
          ? bookingStateLabels[shown]
          : 'The time to pay is over'}
    </span>
  )
}
