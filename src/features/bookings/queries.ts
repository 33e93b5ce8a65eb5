import type { Booking } from '#contract/bookings/model'
import {
  getBooking,
  setPassengers,
  proveBooking,
  sendBookingCode,
  cancelBooking,
  listRescheduleOptions,
  previewCancellation,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import { changeBookingLists } from './booking-lists.ts'
import { refetchTickets } from '#features/tickets'
import { call, type CallInput } from '#lib/api'
import { serverNow } from '#lib/clock'
import { storeProof } from '#lib/session/proofs'
import { retention } from '#lib/queries/retention'
import { deleteEndedTickets, readTicket } from '#lib/vault'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

/**
 * Query options for one booking, of the logged-in user or of a guest with a proof. An overdue hold is loaded again
 * until its state is final, because it may still be paid.
 */
export const getBookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getBooking', reference],
    queryFn: ({ signal }) => call(getBooking, { reference }, { signal }),
    staleTime: 15_000,
    refetchInterval: ({ state }) => (ranOut(state.data) ? 15_000 : false),
    ...retention.month(getBooking.shape),
  })

const ranOut = (booking: Booking | undefined) =>
  booking !== undefined &&
  (booking.status === 'held' || booking.status === 'awaiting_payment') &&
  Date.parse(booking.hold_expires_at ?? '') < serverNow()

/** Query options for the refund for cancelling `seats` now. It changes with time and is not stored. */
export const previewCancellationQuery = (reference: string, seats: readonly number[]) =>
  queryOptions({
    queryKey: ['previewCancellation', reference, seats],
    queryFn: ({ signal }) =>
      call(previewCancellation, { reference, seats: seats.join(',') }, { signal }),
    enabled: seats.length > 0,
    staleTime: 0,
  })

/** Query options for the trips to which this booking can move. */
export const listRescheduleOptionsQuery = (reference: string) =>
  queryOptions({
    queryKey: ['listRescheduleOptions', reference],
    queryFn: ({ signal }) => call(listRescheduleOptions, { reference }, { signal }),
    staleTime: 30_000,
  })

/** Sets the travellers. From then on, the contact's phone number also opens the booking. */
export async function setBookingTravellers(
  input: CallInput<typeof setPassengers>,
): Promise<Booking> {
  const booking = await call(setPassengers, input)
  storeProof(booking.reference, { phone: input.contact.phone })
  return booking
}

/**
 * Loads a booking by its reference and phone number, which is stored on this phone as a proof. Names, tickets and
 * changes also need a code.
 */
export async function openBooking(reference: string, phone: string): Promise<Booking> {
  storeProof(reference, { phone })
  return call(getBooking, { reference })
}

/** Requests a code, sent to the phone number of a booking. The answer does not reveal whether `phone` is right. */
export async function requestBookingCode(reference: string, phone: string): Promise<void> {
  await call(sendBookingCode, { reference, phone })
}

/** Opens a booking on this phone with the code that was sent. Throws `CallError`, `wrong_code` for another code. */
export async function confirmBookingCode(reference: string, code: string): Promise<void> {
  const { guest_token } = await call(proveBooking, { reference, code })
  storeProof(reference, { token: guest_token })
}

/** Cancels seats for the refund that the user saw. The server refuses a different sum. `key`: the idempotency key. */
export function cancelSeats(input: CallInput<typeof cancelBooking>, key: string): Promise<Booking> {
  return call(cancelBooking, input, { key })
}

/** Moves a paid booking to another trip. `key`: the idempotency key. */
export function moveBooking(
  input: CallInput<typeof rescheduleBooking>,
  key: string,
): Promise<Booking> {
  return call(rescheduleBooking, input, { key })
}

/** Stores the server's latest data of a booking for all screens, and on the phone. */
export function storeBooking(queries: QueryClient, booking: Booking): void {
  // Set the retention, because perhaps no screen has loaded the booking yet.
  queries.setQueryDefaults(['getBooking'], retention.month(getBooking.shape))
  queries.setQueryData(['getBooking', booking.reference], booking)
  void queries.invalidateQueries({ queryKey: ['listBookings'] })
  void changeBookingLists(queries, booking.reference, booking)
}

/** Stores a booking that its owner has changed. New tickets are stored on the phone, and invalid ones are deleted. */
export async function storeChangedBooking(queries: QueryClient, booking: Booking): Promise<void> {
  storeBooking(queries, booking)
  await deleteEndedTickets(booking)
  if (booking.status === 'confirmed') void refetchTickets(queries, booking.reference)
}

/**
 * Replaces the tickets on this phone if they are for another departure or other seats than the booking, because it was
 * changed without an answer or on another device. Tickets that are newer than `booking` stay. Never rejects.
 */
export async function replaceOldTickets(queries: QueryClient, booking: Booking): Promise<void> {
  const { reference, server_time } = booking
  const stored = (await readTicket(reference))?.booking
  // Without the code, the answer names no travellers.
  if (stored === undefined || stored.server_time >= server_time || booking.needs_code === true)
    return
  if (describeJourney(stored) === describeJourney(booking)) return
  await deleteEndedTickets(booking)
  await refetchTickets(queries, reference)
}

const describeJourney = ({ trip, seats }: Booking) => [trip.id, trip.departs_at, ...seats].join()
