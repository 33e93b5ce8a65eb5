import * as z from 'zod/mini'
import { Fare, refundStates } from '#contract/money'
import { refundReasons } from '#contract/payments/refund-reasons'
import {
  code,
  email,
  instant,
  kobo,
  personName,
  phone,
  reference,
  seatNumber,
  text,
} from '#contract/shapes'
import { ParkDetail, TripSummary } from '#contract/trips/model'

const bookingStatuses = [
  'held',
  'awaiting_payment',
  'confirmed',
  'travelled',
  'completed',
  'expired',
  'cancelled',
  'operator_cancelled',
] as const

export const genders = ['female', 'male'] as const

export const relationships = [
  'parent',
  'spouse',
  'sibling',
  'child',
  'relative',
  'friend',
  'guardian',
] as const

/**
 * One traveller as the manifest law wants them: National Road Traffic Regulations 2012, s. 51(5). `infant_name`: of the
 * baby on their lap, who is under 2, has no seat and pays nothing.
 */
const PassengerInput = z.strictObject({
  seat: seatNumber,
  full_name: personName,
  gender: z.enum(genders, 'Choose female or male.'),
  passenger_type: code,
  phone: z.optional(phone),
  address: text(3, 160),
  infant_name: z.optional(personName),
})

export type PassengerInput = z.output<typeof PassengerInput>

const ContactInput = z.strictObject({
  full_name: personName,
  phone,
  email: z.optional(email),
})

export const NextOfKinInput = z.strictObject({
  full_name: personName,
  phone,
  relationship: z.enum(relationships, 'Choose the relationship to the traveller.'),
})

/**
 * A passenger of a booking, cancelled or not; after `passengerDataDays` without address, phone and the name of the baby
 * on their lap, which is missing in what phones saved before it was asked for.
 */
const Passenger = z.object({
  seat: z.int(),
  full_name: z.string(),
  gender: z.enum(genders),
  passenger_type: z.string(),
  phone: z.nullable(z.string()),
  address: z.string(),
  infant_name: z.nullish(z.string()),
  state: z.enum(['travelling', 'cancelled']),
})

const RefundStep = z.object({
  id: z.string(),
  amount_kobo: kobo,
  to: z.enum(['wallet', 'source']),
  reason: z.enum(refundReasons),
  state: z.enum(refundStates),
  requested_at: instant,
  settled_at: z.nullable(instant),
})

/**
 * A booking. `hold_expires_at` counts by the server's clock, which `server_time` tells. `reseated`: a
 * late payment found other seats; it may be cancelled free until `free_cancel_until`. What phones saved
 * before there were delays lacks `delay_minutes` (after `trip.departs_at`) and the operator's `note`. `insurer`: who
 * covers all passengers of the operator, so that no insurance is sold beside it. `reviewed`: its account has reviewed
 * the operator since it left.
 */
export const Booking = z.object({
  reference: z.string(),
  status: z.enum(bookingStatuses),
  hold_expires_at: z.nullable(instant),
  server_time: instant,
  seats: z.array(z.int()),
  passenger_types: z.array(z.string()),
  fare: Fare,
  paid_kobo: kobo,
  insurance: z.boolean(),
  insurer: z.nullish(z.string()),
  trip: TripSummary,
  from_park: ParkDetail,
  to_park: ParkDetail,
  reporting_at: instant,
  luggage: z.string(),
  plate: z.nullable(z.string()),
  delay_minutes: z.optional(z.int()),
  note: z.nullish(z.string()),
  operator_phone: z.nullable(z.string()),
  passengers: z.array(Passenger),
  contact: z.nullable(
    z.object({ full_name: z.string(), phone: z.string(), email: z.nullable(z.string()) }),
  ),
  next_of_kin: z.nullable(
    z.object({ full_name: z.string(), phone: z.string(), relationship: z.enum(relationships) }),
  ),
  reseated: z.boolean(),
  free_cancel_until: z.nullable(instant),
  reschedules_left: z.int(),
  reviewed: z.optional(z.boolean()),
  refunds: z.array(RefundStep),
  pending_payment: z.nullable(z.string()),
  /**
   * Of a return trip: which way this is, the reference of the other and what both cost. While neither is paid, they are
   * paid as one; afterwards each is cancelled or moved by itself.
   */
  return_trip: z.nullish(
    z.object({ way: z.enum(['out', 'back']), other: z.string(), total_kobo: kobo }),
  ),
  guest_token: z.optional(z.string()),
  /** Shown for reference and phone alone: nothing personal is in it until the device has typed a code. */
  needs_code: z.optional(z.boolean()),
})

export type Booking = z.output<typeof Booking>

/** The seats of a booking, each named once. */
export const chosenSeats = z.array(seatNumber).check(
  z.minLength(1, 'Choose at least one seat.'),
  z.maxLength(6, 'One booking has at most 6 seats.'),
  z.refine((seats) => new Set(seats).size === seats.length, 'The same seat is listed twice.'),
)

/** Everybody on a booking. The phone reads its form with the same words. */
export const PassengersInput = z
  .strictObject({
    reference,
    passengers: z
      .array(PassengerInput)
      .check(
        z.minLength(1, 'Enter the travellers.'),
        z.maxLength(6, 'One booking has at most 6 seats.'),
      ),
    contact: ContactInput,
    next_of_kin: NextOfKinInput,
    insurance: z.optional(z.boolean()),
  })
  .check(
    z.refine((it) => it.next_of_kin.phone !== it.contact.phone, {
      error: 'Enter another phone than your own: we reach them when we cannot reach you.',
      path: ['next_of_kin', 'phone'],
    }),
  )
