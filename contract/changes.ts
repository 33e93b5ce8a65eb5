import * as z from 'zod/mini'
import { Booking, chosenSeats } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { RefundTier } from './policy.ts'
import { instant, kobo, reference, seatNumber, signedKobo, tripId } from './shapes.ts'
import { TripSummary } from './trips.ts'

const owned = z.strictObject({ reference })

const seatsQuery = z.string().check(z.regex(/^\d{1,2}(,\d{1,2}){0,5}$/, 'Name seats like 4,5.'))

/**
 * What a cancellation would give back now. Valid until the next tier begins. `to_wallet`: the account
 * whose booking it is paid for it itself, so the money may go into its wallet; else it goes to its source.
 */
export const CancellationPreview = z.object({
  refund_kobo: kobo,
  fee_kobo: kobo,
  tier: RefundTier,
  valid_until: instant,
  seats: z.array(z.int()),
  to_wallet: z.boolean(),
  lines: z.array(z.object({ label: z.string(), amount_kobo: signedKobo })),
})
export type CancellationPreview = z.output<typeof CancellationPreview>

export const previewCancellation = endpoint({
  name: 'previewCancellation',
  summary: 'What cancelling all or some seats gives back, to the kobo',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/cancellation',
  access: 'owner',
  input: z.strictObject({ reference, seats: z.optional(seatsQuery) }),
  output: CancellationPreview,
  refusals: ['not_found', 'cancellation_closed'],
})

export const cancelBooking = endpoint({
  name: 'cancelBooking',
  summary: 'Cancels all or some seats and sends the money back',
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

/**
 * A trip a booking could move to. `difference_kobo`: more (above 0) or less than what was paid; of less,
 * `kept_kobo` does not come back, since a move gives back no more than cancelling would.
 */
export const RescheduleOption = z.object({
  trip: TripSummary,
  difference_kobo: signedKobo,
  kept_kobo: kobo,
  free_seats: z.array(z.int()),
})

export const listRescheduleOptions = endpoint({
  name: 'listRescheduleOptions',
  summary: 'Trips this booking could move to, with the difference in price',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/reschedule',
  access: 'owner',
  input: owned,
  output: z.array(RescheduleOption),
  refusals: ['not_found', 'reschedule_closed'],
})

export const rescheduleBooking = endpoint({
  name: 'rescheduleBooking',
  summary: 'Moves a paid booking to another trip of the same road, once, up to an hour before',
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
