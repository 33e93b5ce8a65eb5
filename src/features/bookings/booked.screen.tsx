import { directionLabels } from '#contract/bookings/rules'
import { formatSeats } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { InstallPrompt } from '#features/offline'
import { deletePendingPayment } from '#features/payments'
import { BookingTickets } from '#features/tickets'
import { removeItem } from '#lib/device'
import { formatDayTime } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { ButtonRow, Notice } from '#ui/notice'
import { AgeNoticeContext, Card, Page } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import { FareLines } from '#ui/money'
import { SuccessHeading } from '#ui/success'
import { useEffect } from 'react'
import { BookAgainLink } from './book-again.tsx'
import { bookingStateLabels } from './booking-state.tsx'
import { isPaid, isUnpaid } from './unpaid.tsx'
import { useOtherDirection } from './directions.ts'
import { WithBooking } from './with-booking.tsx'

/**
 * The screen after a payment. It shows the ticket, which is stored on the phone immediately, and the details below it.
 */
export function BookedScreen() {
  return (
    <WithBooking title="Your booking">
      {(booking) => <BookedDetails booking={booking} />}
    </WithBooking>
  )
}

function BookedDetails({ booking }: { booking: Booking }) {
  const { reference } = booking
  useEffect(() => {
    deletePendingPayment({ kind: 'booking', reference })
    removeItem('current_booking')
    void navigator.storage?.persist?.().catch(() => undefined)
  }, [reference])
  if (!isPaid(booking))
    return isUnpaid(booking) ? (
      <UnpaidNotice booking={booking} />
    ) : (
      <EndedBookingNotice booking={booking} />
    )
  const isNew = booking.status === 'confirmed'
  const title = isNew ? 'Thank you. You are booked.' : 'Your ticket'
  return (
    // The age of the data is below the ticket, so that the ticket is visible without scrolling.
    <AgeNoticeContext value={false}>
      <Page
        title={title}
        heading={isNew ? <SuccessHeading>{title}</SuccessHeading> : title}
        long={isNew}
        sub={isNew ? 'Your ticket' : undefined}
        narrow
      >
        {booking.reseated && (
          <Notice
            tone="warning"
            title={`${reseatCause(booking)}, so you now have ${formatSeats(booking.seats)}.`}
          >
            {booking.free_cancel_until !== null &&
              `If that does not suit you, cancel for free until ${formatDayTime(booking.free_cancel_until)}.`}
          </Notice>
        )}
        <BookingTickets reference={reference} isNew={isNew}>
          <Notice tone="success" title="The ticket is saved on this phone." live="polite">
            It opens without a network. We also send it by{' '}
            {booking.contact?.email ? 'SMS and email' : 'SMS'}. On another phone it opens with the
            reference, your phone number and a code that we send to that number.
          </Notice>
          <InstallPrompt />
        </BookingTickets>
        {booking.return_trip && <OtherDirection booking={booking} />}
        <Card label="What you paid">
          <h2>What you paid</h2>
          <FareLines
            lines={booking.fare.lines}
            total_kobo={booking.fare.total_kobo}
            total_label={booking.return_trip ? directionLabels[booking.return_trip.way] : 'Paid'}
          />
          {booking.return_trip && (
            <FareLines
              lines={[
                {
                  label: directionLabels[booking.return_trip.way === 'out' ? 'back' : 'out'],
                  amount_kobo: booking.return_trip.total_kobo - booking.fare.total_kobo,
                },
              ]}
              total_kobo={booking.return_trip.total_kobo}
              total_label="Paid"
            />
          )}
        </Card>
      </Page>
    </AgeNoticeContext>
  )
}

const reseatCause = ({ reseat_cause }: Booking) =>
  reseat_cause === 'other_vehicle'
    ? 'The operator runs another vehicle'
    : 'Your payment came after the hold ended'

/** The ticket for the other direction of a return trip, or the state of that booking. */
function OtherDirection({ booking }: { booking: Booking }) {
  const other = useOtherDirection(booking)
  if (other === undefined) return null
  const { reference, trip, status } = other
  const name = directionLabels[other.return_trip?.way ?? 'back']
  return (
    <Card label={name}>
      <small>{name}</small>
      <h2>
        {trip.from.city.name} → {trip.to.city.name}
      </h2>
      <p>
        {formatDayTime(trip.departs_at, trip.zone)} · {trip.operator.name} ·{' '}
        {formatSeats(other.seats, 'Seat')}
      </p>
      {isPaid(other) ? (
        <ButtonLink to={`/ticket/${reference}`}>
          Ticket for the {name.toLowerCase()} trip
        </ButtonLink>
      ) : isUnpaid(other) ? null : status !== 'expired' ? (
        <p>{bookingStateLabels[status]}</p>
      ) : (
        <Notice tone="warning" title={`The seats of the ${name.toLowerCase()} trip were gone.`}>
          We refund it automatically. You can cancel this way for free for 48 hours.
        </Notice>
      )}
    </Card>
  )
}

function UnpaidNotice({ booking: { reference } }: { booking: Booking }) {
  return (
    <Page title="Not paid yet" narrow>
      <Notice
        tone="warning"
        title="We have not seen the payment yet."
        actions={
          <ButtonLink to={`/bookride/pay?booking=${reference}`} kind="primary">
            See the payment
          </ButtonLink>
        }
      />
    </Page>
  )
}

const endedTexts: Partial<Record<Booking['status'], [title: string, money: string]>> = {
  expired: [
    'The time to pay is over and the seats went back on sale.',
    'If you have already paid, you get seats on the same bus or a full refund automatically.',
  ],
  cancelled: ['This booking was cancelled.', 'Your booking says what you get back, and when.'],
  operator_cancelled: [
    'The operator cancelled this booking.',
    'We refund all you paid automatically. Your booking says where the money is.',
  ],
}

/** Displayed for a booking that expired or was cancelled: the reason, the refund, and a link to other trips. */
function EndedBookingNotice({ booking }: { booking: Booking }) {
  const [title = '', money] = endedTexts[booking.status] ?? []
  return (
    <Page title="Your booking" narrow>
      <ErrorState
        picture="cancelled"
        title={title}
        action={
          <ButtonRow>
            <BookAgainLink booking={booking} />
            <ButtonLink to={`/profile/trip?booking=${booking.reference}`}>
              See the booking
            </ButtonLink>
          </ButtonRow>
        }
      >
        {money}
      </ErrorState>
    </Page>
  )
}
