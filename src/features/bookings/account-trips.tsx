import { compareText } from '#contract/order'
import type { Booking } from '#contract/bookings/model'
import { maxListedBookings } from '#contract/bookings/rules'
import { saveBookingTickets } from '#features/tickets'
import type { NextTrip } from '#lib/device'
import { readNextTrips } from '#lib/vault'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import styles from './bookings.module.css'
import { type BookingsState, listBookingsQuery } from './booking-lists.ts'
import { BookingCard } from './booking-card.tsx'
import { makeSortKey, groupReturnTrips } from './booking-order.ts'
import { CancelledBookingCards, StoredTripCard, type useStoredTrips } from './stored-trips.tsx'
import { hasValidTicket } from './unpaid.tsx'
import { listActiveTravellers } from './directions.ts'

const names = { upcoming: 'Upcoming', past: 'Past', cancelled: 'Cancelled' } as const
const states = Object.keys(names) as BookingsState[]

const nothing = {
  upcoming: 'You have no upcoming trips.',
  past: 'You have no past trips yet.',
  cancelled: 'You have no cancelled trips.',
} as const

/**
 * The trips of the logged-in user: future, past and cancelled ones. `storedTrips`: the tickets on this phone. Those
 * that are not in the account, such as tickets bought as a guest, are listed among its trips. Until the account's list
 * is loaded, all tickets on this phone are displayed above it.
 */
export function AccountTrips({ storedTrips }: { storedTrips: ReturnType<typeof useStoredTrips> }) {
  const [state, setState] = useState<BookingsState>('upcoming')
  const bookings = useQuery(listBookingsQuery(state))
  useTicketsHere(bookings.data)
  const trips = { upcoming: storedTrips.next, past: storedTrips.over, cancelled: [] }[state]
  const isAhead = bookings.data === undefined && trips.length > 0
  return (
    <>
      <ChoiceField
        label="Which trips?"
        name="trips"
        value={state}
        onChange={(value) => setState(states.find((one) => one === value) ?? 'upcoming')}
        options={states.map((value) => ({ value, label: names[value] }))}
      />
      {isAhead && (
        <>
          <TripCards state={state} bookings={[]} trips={trips} />
          <h2>Other trips in your account</h2>
        </>
      )}
      <QueryResult query={bookings}>
        {(all) => <TripCards state={state} bookings={all} trips={trips} />}
      </QueryResult>
    </>
  )
}

/** One card for each trip, sorted: bookings of the account, and `trips` on this phone that are not among them. */
function TripCards({
  state,
  bookings,
  trips,
}: {
  state: BookingsState
  bookings: readonly Booking[]
  trips: readonly NextTrip[]
}) {
  const others = trips.filter((trip) => !bookings.some((one) => one.reference === trip.reference))
  const cards = [
    ...groupReturnTrips(bookings).map((group) => ({
      key: makeSortKey(state, group),
      card: <BookingCard key={group[0].reference} bookings={group} />,
    })),
    ...groupReturnTrips(others).map((group) => ({
      key: makeSortKey(state, group),
      card: <StoredTripCard key={group[0].reference} directions={group} />,
    })),
  ].toSorted((a, b) => compareText(a.key, b.key))
  if (state !== 'upcoming') cards.reverse()
  return (
    <ul className={styles.rows}>
      {cards.map(({ card }) => card)}
      {state === 'cancelled' && <CancelledBookingCards except={bookings} />}
      {bookings.length >= maxListedBookings && (
        <li className={styles.soft}>
          Only the {state === 'upcoming' ? 'next' : 'latest'} {maxListedBookings} trips are listed.
        </li>
      )}
      {cards.length === 0 && (
        <li className={styles.none}>
          <p className={styles.soft}>{nothing[state]}</p>
          <ButtonLink to="/" kind={state === 'upcoming' ? 'primary' : 'plain'}>
            Search trips
          </ButtonLink>
        </li>
      )}
    </ul>
  )
}

/** Stores the tickets of bookings made or changed on another phone, so that they open here without a network. */
function useTicketsHere(bookings: readonly Booking[] | undefined): void {
  useEffect(() => {
    const here = readNextTrips()
    for (const booking of bookings ?? [])
      if (hasValidTicket(booking) && !here.some((trip) => isOf(trip, booking)))
        void saveBookingTickets(booking.reference).catch(() => undefined)
  }, [bookings])
}

/** Returns whether the copy on this phone has the same departure and seats as the booking. */
const isOf = (trip: NextTrip, booking: Booking) =>
  trip.reference === booking.reference &&
  trip.departs_at === booking.trip.departs_at &&
  inOrder(trip.seats) === inOrder(listActiveTravellers(booking).map((one) => one.seat))

const inOrder = (seats: readonly number[]) => seats.toSorted((a, b) => a - b).join()
