import { type Booking } from '#contract/bookings/model'
import {
  getBooking,
  listBookings,
  setPassengers,
  proveBooking,
  sendBookingCode,
} from '#contract/bookings/endpoints'
import {
  cancelBooking,
  listRescheduleOptions,
  previewCancellation,
  rescheduleBooking,
} from '#contract/bookings/change-endpoints'
import { renewTickets } from '#features/tickets'
import { call, type CallInput } from '#lib/api'
import { serverNow } from '#lib/clock'
import { rememberProof } from '#lib/login'
import { retention } from '#lib/retention'
import { endTickets } from '#lib/vault'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

/**
 * One booking of this phone's owner, or of a guest who proved themselves. A hold that ran out is asked for
 * again until it is known what became of it: somebody may still pay.
 */
export const getBookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getBooking', reference],
    queryFn: ({ signal }) => call(getBooking, { reference }, { signal }),
    staleTime: 15_000,
    refetchInterval: ({ state }) => (ranOut(state.data) ? 15_000 : false),
    ...retention.month,
  })

const ranOut = (booking: Booking | undefined) =>
  booking !== undefined &&
  (booking.status === 'held' || booking.status === 'awaiting_payment') &&
  Date.parse(booking.hold_expires_at ?? '') < serverNow()

/** The refund for cancelling `seats` now. It changes with time and is never stored. */
export const previewCancellationQuery = (reference: string, seats: readonly number[]) =>
  queryOptions({
    queryKey: ['previewCancellation', reference, seats],
    queryFn: ({ signal }) =>
      call(previewCancellation, { reference, seats: seats.join(',') }, { signal }),
    enabled: seats.length > 0,
    staleTime: 0,
  })

/** Trips this booking could move to. */
export const listRescheduleOptionsQuery = (reference: string) =>
  queryOptions({
    queryKey: ['listRescheduleOptions', reference],
    queryFn: ({ signal }) => call(listRescheduleOptions, { reference }, { signal }),
    staleTime: 30_000,
  })

/** Sets the travellers. From then on the contact's phone opens the booking, too. */
export async function sendPassengers(input: CallInput<typeof setPassengers>): Promise<Booking> {
  const booking = await call(setPassengers, input)
  rememberProof(booking.reference, { phone: input.contact.phone })
  return booking
}

/** My bookings that are to come, over, or cancelled. */
export const listBookingsQuery = (state: BookingsState) =>
  queryOptions({
    queryKey: ['listBookings', state],
    queryFn: ({ signal }) => call(listBookings, { state }, { signal }),
    staleTime: 30_000,
    ...retention.month,
  })

export type BookingsState = 'upcoming' | 'past' | 'cancelled'

/** Looks at a booking by reference and phone, which this phone then remembers. The rest opens by a code. */
export async function openBooking(reference: string, phone: string): Promise<Booking> {
  rememberProof(reference, { phone })
  return call(getBooking, { reference })
}

/** Asks for a code to the phone a booking was made with; the answer never tells whether it is this one. */
export async function askForBookingCode(reference: string, phone: string): Promise<void> {
  await call(sendBookingCode, { reference, phone })
}

/** Opens a booking on this phone with its code. */
export async function typeBookingCode(reference: string, code: string): Promise<void> {
  const { guest_token } = await call(proveBooking, { reference, code })
  rememberProof(reference, { token: guest_token })
}

/** Cancels seats for the refund that was shown; another amount is refused. */
export function cancelSeats(input: CallInput<typeof cancelBooking>, key: string): Promise<Booking> {
  return call(cancelBooking, input, { key })
}

/** Moves a paid booking to another trip. */
export function moveBooking(
  input: CallInput<typeof rescheduleBooking>,
  key: string,
): Promise<Booking> {
  return call(rescheduleBooking, input, { key })
}

/** Puts the server's newest word about a booking where every screen reads it, and where the phone keeps it. */
export function noteBooking(queries: QueryClient, booking: Booking): void {
  // No screen may have asked for it yet.
  queries.setQueryDefaults(['getBooking'], retention.month)
  queries.setQueryData(['getBooking', booking.reference], booking)
  void queries.invalidateQueries({ queryKey: ['listBookings'] })
}

/**
 * The same of a booking that its owner has just changed: the phone keeps its new tickets, and none of those that
 * ended.
 */
export async function noteChange(queries: QueryClient, booking: Booking): Promise<void> {
  noteBooking(queries, booking)
  await endTickets(booking)
  if (booking.status === 'confirmed') void renewTickets(queries, booking.reference)
}
