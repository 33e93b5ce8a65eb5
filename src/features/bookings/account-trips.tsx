import type { Booking } from '#contract/bookings/model'
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
import { groupReturnTrips, sortBookingsByUrgency } from './booking-order.ts'
import { hasValidTicket } from './unpaid.tsx'
import { listActiveTravellers } from './directions.ts'

const names = { upcoming: 'Upcoming', past: 'Past', cancelled: 'Cancelled' } as const
const states = Object.keys(names) as BookingsState[]

const nothing = {
  upcoming: 'You have no upcoming trips.',
  past: 'You have no past trips yet.',
  cancelled: 'You have no cancelled trips.',
} as const

/** The trips of the logged-in user: future, past and cancelled ones. */
export function AccountTrips() {
  const [state, setState] = useState<BookingsState>('upcoming')
  const bookings = useQuery(listBookingsQuery(state))
  useTicketsHere(bookings.data)
  return (
    <>
      <ChoiceField
        label="Which trips?"
        name="trips"
        value={state}
        onChange={(value) => setState(states.find((one) => one === value) ?? 'upcoming')}
        options={states.map((value) => ({ value, label: names[value] }))}
      />
      <QueryResult query={bookings}>
        {(all) =>
          all.length === 0 ? (
            <>
              <p className={styles.soft}>{nothing[state]}</p>
              <ButtonLink to="/" kind={state === 'upcoming' ? 'primary' : 'plain'}>
                Search trips
              </ButtonLink>
            </>
          ) : (
            <ul className={styles.rows}>
              {groupReturnTrips(state === 'upcoming' ? sortBookingsByUrgency(all) : all).map(
                (group) => (
                  <BookingCard key={group[0].reference} bookings={group} />
                ),
              )}
            </ul>
          )
        }
      </QueryResult>
    </>
  )
}

/** Stores tickets that were bought or changed on another phone, so that they open here without a network. */
function useTicketsHere(bookings: readonly Booking[] | undefined): void {
  useEffect(() => {
    const here = readNextTrips()
    for (const booking of bookings ?? [])
      if (hasValidTicket(booking) && !here.some((kept) => isOf(kept, booking)))
        void saveBookingTickets(booking.reference).catch(() => undefined)
  }, [bookings])
}

/** Returns whether the copy on this phone has the same departure and seats as the booking. */
const isOf = (kept: NextTrip, booking: Booking) =>
  kept.reference === booking.reference &&
  kept.departs_at === booking.trip.departs_at &&
  inOrder(kept.seats) === inOrder(listActiveTravellers(booking).map((one) => one.seat))

const inOrder = (seats: readonly number[]) => seats.toSorted((a, b) => a - b).join()
