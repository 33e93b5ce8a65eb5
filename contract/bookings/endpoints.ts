import * as z from 'zod/mini'
import { departureId } from '#contract/trips/model'
import { endpoint } from '#contract/endpoint'
import { code, instant, kobo, reference, seatNumber, tripId } from '#contract/shapes'
import {
  Booking,
  BookingCodeInput,
  BookingProofInput,
  CancellationPreview,
  chosenSeats,
  PassengersInput,
  RescheduleOption,
  TripCancellationInput,
  VehicleChangeInput,
  seatsQuery,
} from './model.ts'

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
     * Only to hold a return trip: the reference of the held outbound trip. The return trip must have the same number of
     * seats, go in the opposite direction and leave after the outbound trip arrives. Both are then held until the later
     * of the two deadlines. A return trip that was held before for the same outbound trip is released.
     */
    way_out: z.optional(reference),
    /** The solution of the puzzle that came with the refusal `proof_needed`. */
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

/** The reservation expires at its deadline, unless the booking is paid before, online or at the operator's counter. */
export const reserveBooking = endpoint({
  name: 'reserveBooking',
  summary:
    'Reserves held seats for a person who pays for them at the park, if the operator allows it',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/reservation',
  access: 'user',
  input: owned,
  output: Booking,
  refusals: [
    'not_found',
    'hold_expired',
    'booking_not_open',
    'passengers_missing',
    'phone_unverified',
    'reservation_closed',
    'too_many_reservations',
  ],
  idempotency: 'required',
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

export const previewCancellation = endpoint({
  name: 'previewCancellation',
  summary: 'Previews the refund for cancelling all or some seats',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/cancellation',
  access: 'owner',
  input: z.strictObject({ reference, seats: z.optional(seatsQuery) }),
  output: CancellationPreview,
  refusals: ['not_found', 'cancellation_closed', 'paid_at_counter'],
})

export const cancelBooking = endpoint({
  name: 'cancelBooking',
  summary: 'Cancels all or some seats and refunds them',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/cancellation',
  access: 'owner',
  input: z.strictObject({
    reference,
    seats: z.optional(z.array(seatNumber).check(z.minLength(1), z.maxLength(6))),
    refund_to: z.enum(['wallet', 'source'], 'Choose wallet or source.'),
    refund_kobo: z.optional(kobo),
  }),
  output: Booking,
  refusals: [
    'not_found',
    'cancellation_closed',
    'paid_at_counter',
    'wallet_needs_account',
    'paid_by_another',
    'price_changed',
  ],
  idempotency: 'required',
})

export const listRescheduleOptions = endpoint({
  name: 'listRescheduleOptions',
  summary: 'Trips this booking can be moved to, with the price difference',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/reschedule',
  access: 'owner',
  input: owned,
  output: z.array(RescheduleOption),
  refusals: ['not_found', 'reschedule_closed', 'paid_at_counter'],
})

export const rescheduleBooking = endpoint({
  name: 'rescheduleBooking',
  summary: 'Moves a paid booking to another trip of the same route, once, up to an hour before',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/reschedule',
  access: 'owner',
  input: z.strictObject({
    reference,
    trip_id: tripId,
    seats: chosenSeats,
    refund_to: z.optional(z.enum(['wallet', 'source'], 'Choose wallet or source.')),
  }),
  output: Booking,
  refusals: [
    'not_found',
    'reschedule_closed',
    'paid_at_counter',
    'wallet_needs_account',
    'paid_by_another',
    'seat_taken',
    'trip_not_on_sale',
    'fare_unknown',
    'seats_kept',
    'price_changed',
  ],
  idempotency: 'required',
})

/**
 * The effects of cancelling a departure: paid bookings and their refunds including all fees, in kobo; unpaid bookings;
 * payments in progress, which will be refunded; people on the waiting list. Parcels move to another bus.
 */
const TripCancellation = z.object({
  trip_id: z.string(),
  departs_at: instant,
  status: z.enum(['open', 'cancelled']),
  bookings: z.int(),
  travellers: z.int(),
  refund_kobo: kobo,
  unpaid_bookings: z.int(),
  payments_under_way: z.int(),
  people_waiting: z.int(),
  parcels: z.int(),
})

export const previewTripCancellation = endpoint({
  name: 'previewTripCancellation',
  summary: 'Previews what cancelling one of my departures costs',
  method: 'GET',
  path: '/v1/{p}/trips/{id}/cancellation',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({ id: departureId }),
  output: TripCancellation,
  refusals: ['not_found'],
})

/** `refund_kobo` is the sum from the preview. If it has changed since the preview, nothing is cancelled. */
export const cancelTrip = endpoint({
  name: 'cancelTrip',
  summary: 'Cancels one of my departures: all travellers are notified and fully refunded',
  method: 'POST',
  path: '/v1/{p}/trips/{id}/cancellation',
  access: 'operator',
  scope: 'departures',
  needs_factor: true,
  input: TripCancellationInput,
  output: TripCancellation,
  refusals: ['not_found', 'price_changed'],
  idempotency: 'required',
})

/**
 * The effects of changing the vehicle: how many travellers keep their seats, get other seats, or are refunded because
 * there is no seat for them; and, in kobo, the price difference that all others get back for a lower class. `changes`:
 * each traveller who does not keep their seat; `new_seat` is null for those who lose theirs. `blocked`: how many seats
 * were sold at the operator's counter or set aside; `blocked_lost`: how many of these the new vehicle does not have, or
 * has as seats that we do not sell. People on blocked seats are not notified.
 */
const VehicleChange = z.object({
  trip_id: z.string(),
  departs_at: instant,
  from_vehicle: z.string(),
  to_vehicle: z.string(),
  keep: z.int(),
  reseated: z.int(),
  refunded: z.int(),
  refund_kobo: kobo,
  difference_kobo: kobo,
  unpaid_bookings: z.int(),
  changes: z.array(
    z.object({
      booking: z.string(),
      traveller: z.string(),
      seat: z.int(),
      new_seat: z.nullable(z.int()),
    }),
  ),
  blocked: z.int(),
  blocked_lost: z.array(z.int()),
})

export const previewVehicleChange = endpoint({
  name: 'previewVehicleChange',
  summary: 'Previews what changing the vehicle of one of my departures costs',
  method: 'GET',
  path: '/v1/{p}/trips/{id}/vehicle',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({ id: departureId, vehicle: code }),
  output: VehicleChange,
  refusals: ['not_found', 'departure_closed'],
})

/** `back_kobo` is the sum of refunds and differences from the preview. If it differs now, nothing is changed. */
export const changeVehicle = endpoint({
  name: 'changeVehicle',
  summary:
    'Changes the vehicle of one of my departures: travellers who no longer fit are reseated or refunded',
  method: 'POST',
  path: '/v1/{p}/trips/{id}/vehicle',
  access: 'operator',
  scope: 'departures',
  needs_factor: true,
  input: VehicleChangeInput,
  output: VehicleChange,
  refusals: ['not_found', 'departure_closed', 'price_changed'],
  idempotency: 'required',
})
