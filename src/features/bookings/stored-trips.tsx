import type { Booking } from '#contract/bookings/model'
import { type NextTrip, onDeviceChange } from '#lib/device'
import { useProofs } from '#lib/session/proofs'
import { readNextTrips, readStoredTrips } from '#lib/vault'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BookingCard } from './booking-card.tsx'
import { MyTripCard, TicketLinks, TripDirectionLink } from './my-trip-card.tsx'
import { getBookingQuery } from './queries.ts'
import { isCancelled } from './unpaid.tsx'

interface StoredTrips {
  /** Trips that are to depart or departed in the last 24 hours, earliest departure first. */
  next: NextTrip[]
  /** Earlier trips, latest departure first. */
  over: NextTrip[]
}

/** Returns the trips with a ticket on this phone, and renders again when they change. */
export function useStoredTrips(): StoredTrips {
  const [trips, setTrips] = useState(splitStoredTrips)
  useEffect(() => onDeviceChange('next_trips', () => setTrips(splitStoredTrips())), [])
  return trips
}

function splitStoredTrips(): StoredTrips {
  const next = readNextTrips()
  const isNext = (trip: NextTrip) => next.some((one) => one.reference === trip.reference)
  return {
    next,
    over: readStoredTrips()
      .filter((trip) => !isNext(trip))
      .toReversed(),
  }
}

/** A card of My trips for tickets on this phone, for one trip or both directions of a return trip. */
export function StoredTripCard({ directions }: { directions: readonly [NextTrip, ...NextTrip[]] }) {
  const [first] = directions
  return (
    <MyTripCard
      label={`${first.from} to ${first.to}${directions.length > 1 ? ' and back' : ''}`}
      action={<TicketLinks valid={directions} isReturn={directions.length > 1} />}
    >
      {directions.map((trip) => (
        <TripDirectionLink key={trip.reference} trip={trip} />
      ))}
    </MyTripCard>
  )
}

/**
 * A card for each booking that was paid and then cancelled, of the last ten bookings that this phone has opened. Leaves
 * out those in `except`.
 */
export function CancelledBookingCards({ except }: { except: readonly { reference: string }[] }) {
  return Object.keys(useProofs())
    .filter((reference) => !except.some((one) => one.reference === reference))
    .slice(-10)
    .map((reference) => <Cancelled key={reference} reference={reference} />)
}

function Cancelled({ reference }: { reference: string }) {
  const { data } = useQuery({
    ...getBookingQuery(reference),
    // Only cancelled paid bookings are displayed, and their refunds may have changed. The others need no new data.
    staleTime: ({ state }) => (wasPaid(state.data) ? 15_000 : Infinity),
  })
  return wasPaid(data) ? <BookingCard bookings={[data]} /> : null
}

const wasPaid = (booking: Booking | undefined): booking is Booking =>
  isCancelled(booking) && booking.paid_kobo > 0
