import { formatSeats } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { saveBookingTickets } from '#features/tickets'
import { RefundList } from '#features/wallet'
import { formatDayTime } from '#lib/format'
import type { NextTrip } from '#lib/device'
import { readNextTrips } from '#lib/vault'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { Card } from '#ui/page'
import { Actions } from '#ui/notice'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BookAgain } from './book-again.tsx'
import styles from './bookings.module.css'
import { BookingState } from './manage-booking.tsx'
import { type BookingsState, listBookingsQuery } from './booking-lists.ts'
import { FinishPaying, hasValidTicket, MoneyUnderWay, useTimeToPay } from './unpaid.tsx'
import { activeTravellers, directionLabels } from './directions.ts'

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
              {all.map((booking) => (
                <BookingCard key={booking.reference} booking={booking} />
              ))}
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
  inOrder(kept.seats) === inOrder(activeTravellers(booking).map((one) => one.seat))

const inOrder = (seats: readonly number[]) => seats.toSorted((a, b) => a - b).join()

/** A booking in a list, with its next steps and refunds. */
export function BookingCard({ booking }: { booking: Booking }) {
  const { reference, status, trip, seats } = booking
  const live = hasValidTicket(booking)
  const time = useTimeToPay(booking)
  return (
    <Card as="li" label={`${trip.from.city.name} to ${trip.to.city.name}`}>
      <BookingState
        booking={booking}
        {...(booking.return_trip && { before: directionLabels[booking.return_trip.way] })}
      />
      <h2>
        {trip.from.city.name} → {trip.to.city.name}
      </h2>
      <p>
        <time dateTime={trip.departs_at}>{formatDayTime(trip.departs_at, trip.zone)}</time> ·{' '}
        {trip.operator.name}
        {seats.length > 0 && ` · ${formatSeats(seats)}`}
      </p>
      <RefundList refunds={booking.refunds} />
      <MoneyUnderWay booking={booking} />
      <Actions wide>
        <FinishPaying booking={booking} />
        {live && (
          <ButtonLink to={`/ticket/${reference}`} kind="primary">
            Ticket
          </ButtonLink>
        )}
        {live && <ButtonLink to={`/ticket/${reference}/share`}>Share my trip</ButtonLink>}
        {!live && (time === undefined || time === 'over') && <BookAgain booking={booking} />}
        {status === 'completed' && (
          <ButtonLink to={`/write-a-review?operator=${trip.operator.code}&booking=${reference}`}>
            {booking.reviewed ? 'See my review' : 'Write a review'}
          </ButtonLink>
        )}
        <ButtonLink to={`/profile/trip?booking=${reference}`}>
          {status === 'confirmed' ? 'Change or cancel' : 'See the booking'}
        </ButtonLink>
      </Actions>
    </Card>
  )
}
