import type { Booking } from '#contract/bookings/model'
import { toServerTime } from '#lib/clock'
import { useOnline } from '#lib/online'
import { NextTripStrip, PendingTripStrip, TripStrip } from '#ui/pictures/next-trip'
import { useQuery } from '@tanstack/react-query'
import { listUpcomingQuery } from './queries.ts'

/**
 * The user's next trip, even if it was bought on another phone. Says that there is none only if the server has said so.
 */
export function UpcomingTripCard() {
  const online = useOnline()
  const { data, dataUpdatedAt, error, fetchStatus } = useQuery(listUpcomingQuery)
  const saved_at = toServerTime(dataUpdatedAt)
  const paid = data?.filter((booking) => !isUnpaid(booking)) ?? []
  const unpaid = data?.find(isUnpaid)
  return (
    <NextTripStrip
      others={paid.map((booking) => summarize(booking, saved_at))}
      otherwise={
        unpaid !== undefined ? (
          <TripStrip to="/profile/trip" action="See">
            <small>Not paid yet</small>
            <b>{directionOf(unpaid)}</b>
          </TripStrip>
        ) : !online || error !== null ? (
          <TripStrip to="/profile/trip" action="See">
            <small>We could not ask for your trips</small>
            <b>No ticket on this phone</b>
          </TripStrip>
        ) : data === undefined || fetchStatus !== 'idle' ? (
          <PendingTripStrip>
            <small>Looking for your trips…</small>
            <b>No ticket on this phone</b>
          </PendingTripStrip>
        ) : (
          <TripStrip to="/" action="Search">
            <small>You have no upcoming trips</small>
            <b>Where to next?</b>
          </TripStrip>
        )
      }
    />
  )
}

const isUnpaid = ({ status }: Booking) => status === 'held' || status === 'awaiting_payment'

const directionOf = ({ trip }: Booking) => `${trip.from.city.name} → ${trip.to.city.name}`

const summarize = ({ reference, trip, delay_minutes }: Booking, saved_at: number) => ({
  reference,
  from: trip.from.city.name,
  to: trip.to.city.name,
  operator: trip.operator.name,
  departs_at: trip.departs_at,
  zone: trip.zone,
  delay_minutes,
  saved_at,
})
