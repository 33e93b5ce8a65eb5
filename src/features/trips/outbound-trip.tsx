import { formatSeats } from '#contract/quantities'
import { getBookingQuery } from '#features/bookings'
import { formatDayTime } from '#lib/format'
import { lazyPart } from '#lib/lazy'
import { Notice } from '#ui/notice'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'

const HoldClock = lazyPart(async () => (await import('#features/bookings')).HoldCountdown)

/** Returns the reference of the held booking for which a return trip is searched (`?out=`), if there is one. */
export function useOutboundReference(): string | undefined {
  return useSearchParams()[0].get('out') ?? undefined
}

/**
 * Returns the held booking for which a return trip is searched (`?out=`), if there is one. Undefined until it is
 * loaded.
 */
export function useOutboundBooking() {
  const reference = useOutboundReference() ?? ''
  return useQuery({ ...getBookingQuery(reference), enabled: reference !== '' }).data
}

/**
 * Returns a function that says whether a trip departs before or at the minute when the outbound trip arrives, as the
 * server computes it.
 */
export function useIsTooSoon(): (trip: { departs_at: string }) => boolean {
  const arrives = Date.parse(useOutboundBooking()?.trip.arrives_at ?? '')
  return ({ departs_at }) => Date.parse(departs_at) <= arrives
}

/**
 * In a search for a return trip: the held outbound trip with the time left to pay, and a link to continue without a
 * return trip.
 */
export function OutboundTripBar() {
  const reference = useOutboundReference() ?? ''
  const out = useOutboundBooking()
  if (reference === '') return null
  return (
    <Notice
      title="Choose the return trip"
      actions={
        <Link to={`/bookride/passenger-details?booking=${reference}`}>
          Continue without the return trip
        </Link>
      }
    >
      {out && (
        <>
          Outbound: {formatDayTime(out.trip.departs_at, out.trip.zone)} · {out.trip.operator.name} ·{' '}
          {formatSeats(out.seats, 'Seat')}.{' '}
          <Suspense>
            <HoldClock booking={out} />
          </Suspense>
        </>
      )}
    </Notice>
  )
}
