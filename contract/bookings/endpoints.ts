import * as z from 'zod/mini'
import { BookingCodeInput, BookingProofInput } from './guests.ts'
import { Booking, PassengersInput, chosenSeats } from './model.ts'
import { endpoint } from '#contract/endpoint'
import { code, reference, tripId } from '#contract/shapes'

const owned = z.strictObject({ reference })

export const holdSeats = endpoint({
  name: 'holdSeats',
  summary: 'Holds seats for ten minutes, all of them or none',
  method: 'POST',
  path: '/v1/{p}/bookings',
  access: 'anyone',
  input: z.strictObject({
    trip_id: tripId,
    seats: chosenSeats,
    passenger_types: z.optional(
      z.array(code).check(z.maxLength(6, 'One booking has at most 6 seats.')),
    ),
    /**
     * The held booking to which this is the return trip: the same number of seats, in the opposite direction, leaving
     * after the arrival. Both are then held until the later deadline; an earlier held return trip is released.
     */
    way_out: z.optional(reference),
    /** The solved puzzle of `proof_needed`. */
    proof: z.optional(z.string().check(z.maxLength(300), z.regex(/^[\w.~-]+$/))),
  }),
  output: Booking,
  refusals: [
    'not_found',
    'seat_taken',
    'trip_not_on_sale',
    'fare_unknown',
    'too_many_holds',
    'proof_needed',
    'network_busy',
    'seats_kept',
    'hold_expired',
    'booking_not_open',
  ],
  idempotency: 'required',
})

export const setPassengers = endpoint({
  name: 'setPassengers',
  summary: 'Sets the travellers, the contact and the next of kin',
  method: 'PUT',
  path: '/v1/{p}/bookings/{reference}/passengers',
  access: 'owner',
  input: PassengersInput,
  output: Booking,
  refusals: ['not_found', 'hold_expired', 'booking_not_open'],
})

export const releaseHold = endpoint({
  name: 'releaseHold',
  summary: 'Releases held seats',
  method: 'DELETE',
  path: '/v1/{p}/bookings/{reference}',
  access: 'owner',
  input: owned,
  output: z.object({ released: z.boolean() }),
  refusals: ['not_found', 'booking_not_open'],
})

export const listBookings = endpoint({
  name: 'listBookings',
  summary: 'My bookings',
  method: 'GET',
  path: '/v1/{p}/bookings',
  access: 'user',
  input: z.strictObject({
    state: z._default(z.enum(['upcoming', 'past', 'cancelled']), 'upcoming'),
  }),
  output: z.array(Booking),
  refusals: [],
})

export const getBooking = endpoint({
  name: 'getBooking',
  summary: 'One booking',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}',
  access: 'owner',
  input: owned,
  output: Booking,
  refusals: ['not_found'],
})

export const sendBookingCode = endpoint({
  name: 'sendBookingCode',
  summary:
    'Sends a code to this phone if the booking was made with it; the response does not reveal whether it was',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/codes',
  access: 'anyone',
  input: BookingCodeInput,
  output: z.object({ minutes: z.int() }),
  refusals: ['too_many_requests'],
})

export const proveBooking = endpoint({
  name: 'proveBooking',
  summary: 'Exchanges the code for a guest token for this device',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/proofs',
  access: 'anyone',
  input: BookingProofInput,
  output: z.object({ guest_token: z.string() }),
  refusals: ['wrong_code', 'too_many_requests'],
})
