import type { Booking } from '#contract/bookings/model'
import { PaymentFlow } from '#features/payments'
import { WalletFunds } from '#features/wallet'
import { lazyPart } from '#lib/lazy'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { BookingSummary, HoldCountdown } from './booking-summary.tsx'
import { storeBooking } from './queries.ts'
import { WithBooking } from './with-booking.tsx'

/** A separate chunk, because only few operators let travellers pay at the park. */
const ParkOffer = lazyPart(async () => (await import('./park-offer.tsx')).PayAtParkOffer)

/** Pays for held seats: the person chooses a method, goes to the payment company, returns, and sees the outcome. */
export function PayScreen() {
  return (
    <WithBooking title="Pay">
      {(booking, isOver) => <BookingPayment booking={booking} isOver={isOver} />}
    </WithBooking>
  )
}

function BookingPayment({ booking, isOver }: { booking: Booking; isOver: boolean }) {
  const { reference, status } = booking
  const queries = useQueryClient()
  const navigate = useNavigate()
  const open = status === 'held' || status === 'awaiting_payment'
  if (booking.return_trip?.way === 'back' && open) {
    return <Navigate to={`?booking=${booking.return_trip.other}`} replace />
  }
  if (status === 'confirmed' || status === 'travelled' || status === 'completed') {
    return <Navigate to={`/thanks-for-booking?booking=${reference}`} replace />
  }
  return (
    <Page
      title="Pay"
      sub="Step 3 of 4"
      back={{ to: passengersPath(booking), label: 'Travellers' }}
      aside={<BookingSummary booking={booking} />}
    >
      <PaymentFlow
        due={{ kind: 'booking', reference }}
        Funds={WalletFunds}
        total_kobo={booking.return_trip?.total_kobo ?? booking.fare.total_kobo}
        started={booking.pending_payment ?? undefined}
        instead={
          !open || isOver ? (
            <HoldExpiredNotice booking={booking} />
          ) : booking.passengers.length === 0 ? (
            <NoPassengers booking={booking} />
          ) : undefined
        }
        deadline={open && <HoldCountdown booking={booking} />}
        otherwise={
          (booking.reservable_until ?? null) !== null && (
            <Suspense>
              <ParkOffer
                booking={booking}
                onReserved={(next, isStillHere) => {
                  storeBooking(queries, next)
                  if (isStillHere)
                    void navigate(`/profile/trip?booking=${reference}`, { replace: true })
                }}
              />
            </Suspense>
          )
        }
        done={<ChooseAgain booking={booking} />}
      />
    </Page>
  )
}

const passengersPath = ({ reference }: Booking) =>
  `/bookride/passenger-details?booking=${reference}`

function NoPassengers({ booking }: { booking: Booking }) {
  return (
    <Notice
      tone="warning"
      title="Enter the travellers first."
      actions={
        <ButtonLink to={passengersPath(booking)} kind="primary">
          Enter travellers
        </ButtonLink>
      }
    />
  )
}

function HoldExpiredNotice({ booking }: { booking: Booking }) {
  return (
    <ErrorState
      picture="cancelled"
      title={
        booking.status.includes('cancelled')
          ? 'This booking was cancelled.'
          : 'The time to pay is over and the seats went back on sale.'
      }
      action={<ChooseAgain booking={booking} />}
    >
      If you have already paid, you get these seats, others on the same bus, or a full refund
      automatically.
    </ErrorState>
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
