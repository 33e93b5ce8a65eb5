import type { Booking } from '#contract/bookings/model'
import { RefundList } from '#features/wallet'
import { ButtonLink } from '#ui/button'
import type { ReactNode } from 'react'
import { BookAgainLink } from './book-again.tsx'
import { BookingStateLabel } from './booking-state.tsx'
import { MyTripCard, TicketLinks, TripDirectionLink } from './my-trip-card.tsx'
import {
  FinishPayingLink,
  HoldDeadline,
  hasValidTicket,
  PendingMoneyNotice,
  useTimeToPay,
} from './unpaid.tsx'

/** A booking on a card of My trips, or both directions of a return trip, with the next action of their state. */
export function BookingCard({ bookings }: { bookings: readonly [Booking, ...Booking[]] }) {
  const [first] = bookings
  const { from, to } = first.trip
  const valid = bookings.filter(hasValidTicket)
  // Both directions of a return trip usually have the same state, which is then displayed once.
  const isSame = bookings.length > 1 && bookings.every(({ status }) => status === first.status)
  return (
    <MyTripCard
      label={`${from.city.name} to ${to.city.name}${bookings.length > 1 ? ' and back' : ''}`}
      action={
        valid.length > 0 ? (
          <TicketLinks valid={valid} isReturn={bookings.length > 1} />
        ) : (
          <NextAction booking={bookings.find(isUnreviewed) ?? first} />
        )
      }
    >
      {bookings.map((booking) => (
        <OneDirection
          key={booking.reference}
          booking={booking}
          state={isSame ? undefined : <BookingStateLabel booking={booking} />}
        />
      ))}
      {isSame && <BookingStateLabel booking={first} />}
      <HoldDeadline booking={first} />
    </MyTripCard>
  )
}

const isUnreviewed = ({ status, reviewed }: Booking) => status === 'completed' && reviewed !== true

function OneDirection({ booking, state }: { booking: Booking; state: ReactNode }) {
  const { reference, trip, seats, return_trip } = booking
  const { departs_at, zone, operator } = trip
  return (
    <TripDirectionLink
      trip={{
        reference,
        departs_at,
        zone,
        seats,
        return_trip,
        from: trip.from.city.name,
        to: trip.to.city.name,
        operator: operator.name,
        logo: operator.logo ?? null,
      }}
      state={state}
    >
      <RefundList refunds={booking.refunds} />
      <PendingMoneyNotice booking={booking} />
    </TripDirectionLink>
  )
}

function NextAction({ booking }: { booking: Booking }) {
  const { reference, trip } = booking
  const time = useTimeToPay(booking)
  if (time === 'running' || time === 'landing') return <FinishPayingLink booking={booking} />
  if (isUnreviewed(booking))
    return (
      <ButtonLink to={`/write-a-review?operator=${trip.operator.code}&booking=${reference}`}>
        Write a review
      </ButtonLink>
    )
  return <BookAgainLink booking={booking} />
}
