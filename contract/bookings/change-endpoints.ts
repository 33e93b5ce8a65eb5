import * as z from 'zod/mini'
import { Booking, chosenSeats } from './model.ts'
import { CancellationPreview, RescheduleOption } from './changes.ts'
import { endpoint } from '#contract/endpoint'
import { kobo, reference, seatNumber, tripId } from '#contract/shapes'

const owned = z.strictObject({ reference })

const seatsQuery = z.string().check(z.regex(/^\d{1,2}(,\d{1,2}){0,5}$/, 'Enter seats like 4,5.'))

export const previewCancellation = endpoint({
  name: 'previewCancellation',
  summary: 'Previews the refund for cancelling all or some seats',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/cancellation',
  access: 'owner',
  input: z.strictObject({ reference, seats: z.optional(seatsQuery) }),
  output: CancellationPreview,
  refusals: ['not_found', 'cancellation_closed'],
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
  refusals: ['not_found', 'reschedule_closed'],
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
  }),
  output: Booking,
  refusals: [
    'not_found',
    'reschedule_closed',
    'seat_taken',
    'trip_not_on_sale',
    'fare_unknown',
    'price_changed',
  ],
  idempotency: 'required',
})
