import { compareText } from '#contract/order'
import type { Booking } from '#contract/bookings/model'
import { listBookings } from '#contract/bookings/endpoints'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { changeAnswer } from '#lib/queries/change-answer'
import { retention } from '#lib/queries/retention'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

/** The lists into which the server divides a user's bookings. */
export type BookingsState = 'upcoming' | 'past' | 'cancelled'

const states: readonly BookingsState[] = ['upcoming', 'past', 'cancelled']

/** Query options for the user's bookings: future, past, or cancelled ones. */
export const listBookingsQuery = (state: BookingsState) =>
  queryOptions({
    queryKey: ['listBookings', state],
    queryFn: ({ signal }) => call(listBookings, { state }, { signal }),
    staleTime: 30_000,
    ...retention.month(listBookings.shape),
  })

/** Returns the list that contains a booking, as the server decides; undefined if it is in none. */
function findList(booking: Booking): BookingsState | undefined {
  const { status, trip, hold_expires_at, paid_kobo } = booking
  const isPast = (at: string | null) => Date.parse(at ?? '') <= serverNow()
  switch (status) {
    case 'held':
    case 'awaiting_payment':
      return isPast(hold_expires_at) ? undefined : 'upcoming'
    case 'confirmed':
      return 'upcoming'
    case 'travelled':
      return isPast(trip.arrives_at) ? 'past' : 'upcoming'
    case 'completed':
      return 'past'
    case 'expired':
      return undefined
    case 'cancelled':
    case 'operator_cancelled':
      return paid_kobo > 0 ? 'cancelled' : undefined
  }
}

/**
 * Moves a changed booking to the right one of the user's lists on this phone. `next`: the booking as it is now;
 * undefined if it belongs in no list any more. A booking that no list contains yet may be another person's, so it is
 * not added: if it is the user's, the server's next answer contains it.
 */
export async function changeBookingLists(
  queries: QueryClient,
  reference: string,
  next: Booking | undefined,
): Promise<void> {
  const list = next && findList(next)
  let isListed = false
  // Change the receiving list after the others: only then is it known whether one of them had the booking.
  for (const state of states.toSorted((a, b) => Number(a === list) - Number(b === list)))
    await changeAnswer<Booking[]>(queries, listBookingsQuery(state), (all) => {
      const others = all.filter((one) => one.reference !== reference)
      isListed ||= others.length < all.length
      if (!isListed) return all
      return next !== undefined && state === list
        ? [...others, next].toSorted(orders[state])
        : others
    })
}

const byDeparture = (a: Booking, b: Booking) => compareText(a.trip.departs_at, b.trip.departs_at)
const latestFirst = (a: Booking, b: Booking) => byDeparture(b, a)
const orders = { upcoming: byDeparture, past: latestFirst, cancelled: latestFirst }
