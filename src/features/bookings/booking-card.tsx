import type { Booking } from '#contract/bookings/model'
import { RefundList } from '#features/wallet'
import { ButtonLink } from '#ui/button'
import { BookAgainLink } from './book-again.tsx'
import { BookingStateLabel } from './booking-with-actions.tsx'
import { MyTripCard, TripDirectionLink } from './my-trip-card.tsx'
import {
  FinishPayingLink,
  HoldDeadline,
  hasValidTicket,
  PendingMoneyNotice,
  useTimeToPay,
} from './unpaid.tsx'

/** A booking on a card of My trips, or both directions of a return trip, with the one action of their state. */
export function BookingCard({ bookings }: { bookings: readonly [Booking, ...Booking[]] }) {
  const [first] = bookings
  const { from, to } = first.trip
  return (
    <MyTripCard
      label={`${from.city.name} to ${to.city.name}${bookings.length > 1 ? ' and back' : ''}`}
      action={<NextAction booking={findActive(bookings) ?? first} />}
    >
      {bookings.map((booking) => (
        <OneDirection key={booking.reference} booking={booking} />
      ))}
      <HoldDeadline booking={first} />
    </MyTripCard>
  )
}

/**
 * Of the bookings of both directions, returns the one whose ticket is still valid or, after both trips, the one that is
 * not reviewed yet.
 */
const findActive = (bookings: readonly Booking[]) =>
  bookings.find(hasValidTicket) ??
  bookings.find(({ status, reviewed }) => status === 'completed' && reviewed !== true)

function OneDirection({ booking }: { booking: Booking }) {
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
      state={<BookingStateLabel booking={booking} />}
    >
      <RefundList refunds={booking.refunds} />
      <PendingMoneyNotice booking={booking} />
    </TripDirectionLink>
  )
}

function NextAction({ booking }: { booking: Booking }) {
  const { reference, status, trip, reviewed = false } = booking
  const time = useTimeToPay(booking)
  if (time === 'running' || time === 'landing') return <FinishPayingLink booking={booking} />
  if (hasValidTicket(booking))
    return (
      <ButtonLink to={`/ticket/${reference}`} kind="primary">
        Show ticket
      </ButtonLink>
    )
  if (status === 'completed' && !reviewed)
    return (
      <ButtonLink to={`/write-a-review?operator=${trip.operator.code}&booking=${reference}`}>
        Write a review
      </ButtonLink>
    )
  return <BookAgainLink booking={booking} />
}
