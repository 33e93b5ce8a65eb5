import type { Booking } from '#contract/bookings'
import { BookingSummary, HoldClock, WithBooking } from '#features/bookings'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page, Steps } from '#ui/page'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { MethodForm } from './method-form.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { pendingFor } from './queries.ts'

/** Paying for held seats: choose a way, leave for the provider, come back, know what became of it. */
export function PayScreen() {
  const [params] = useSearchParams()
  return (
    <WithBooking title="Pay">
      {(booking) => <Pay booking={booking} returned={params.get('payment') ?? undefined} />}
    </WithBooking>
  )
}

function Pay({ booking, returned }: { booking: Booking; returned: string | undefined }) {
  const [payment, setPayment] = useState(
    () => returned ?? pendingFor(booking.reference) ?? booking.pending_payment ?? undefined,
  )
  if (
    booking.status === 'confirmed' ||
    booking.status === 'travelled' ||
    booking.status === 'completed'
  ) {
    return <Navigate to={`/thanks-for-booking?booking=${booking.reference}`} replace />
  }
  const open = booking.status === 'held' || booking.status === 'awaiting_payment'
  return (
    <Page
      title="Pay"
      back={{ to: `/bookride/passenger-details?booking=${booking.reference}`, label: 'Passengers' }}
      aside={<BookingSummary booking={booking} />}
    >
      <Steps names={['Seats', 'Passengers', 'Pay', 'Ticket']} at={2} />
      {open && <HoldClock booking={booking} />}
      {payment !== undefined ? (
        <PaymentProgress
          booking={booking.reference}
          reference={payment}
          onOther={() => setPayment(undefined)}
          done={<ChooseAgain booking={booking} />}
        />
      ) : open ? (
        booking.passengers.length === 0 ? (
          <Notice
            kind="mind"
            title="Enter the passengers first."
            actions={
              <ButtonLink
                to={`/bookride/passenger-details?booking=${booking.reference}`}
                kind="primary"
              >
                Enter passengers
              </ButtonLink>
            }
          />
        ) : (
          <MethodForm booking={booking} onStarted={setPayment} />
        )
      ) : (
        <Over booking={booking} />
      )}
    </Page>
  )
}

function Over({ booking }: { booking: Booking }) {
  return (
    <Notice
      kind="mind"
      title={
        booking.status === 'expired'
          ? 'The time to pay is over and the seats went back on sale.'
          : 'This booking was cancelled.'
      }
      actions={<ChooseAgain booking={booking} />}
    >
      If you have paid already, nothing is lost: you get these seats, others on the same bus, or all
      your money back by itself.
    </Notice>
  )
}

function ChooseAgain({ booking }: { booking: Booking }) {
  const again = `/bookride/details?trip=${booking.trip.id}&passengers=${booking.seats.length}`
  return (
    <ButtonLink to={again} kind="primary">
      Choose seats again
    </ButtonLink>
  )
}
