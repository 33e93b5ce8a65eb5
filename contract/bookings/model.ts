import * as z from 'zod/mini'
import { codeDigits } from '#contract/accounts/rules'
import { Fare } from '#contract/fare'
import { refundStates } from '#contract/money'
import { refundReasons } from '#contract/payments/rules'
import {
  code,
  email,
  instant,
  kobo,
  personName,
  makePersonNameSchema,
  phone,
  reference,
  seatNumber,
  signedKobo,
  text,
} from '#contract/shapes'
import { departureId, ParkDetail, TripSummary } from '#contract/trips/model'
import { bookingStatuses, genders, relationships } from './rules.ts'

export const nameOnId = makePersonNameSchema('Enter the full name as on the ID card.')

export const passengerAddress = text(3, 160, 'Enter the street and town, for the passenger list.')

/**
 * One traveller, with the details that the law requires in the manifest (National Road Traffic Regulations 2012, s.
 * 51(5)). `infant_name`: the baby on their lap, who is under 2, has no seat and pays nothing.
 */
const PassengerInput = z.strictObject({
  seat: seatNumber,
  full_name: nameOnId,
  gender: z.enum(genders, 'Choose female or male.'),
  passenger_type: code,
  phone: z.optional(phone),
  address: passengerAddress,
  infant_name: z.optional(personName),
})

export type PassengerInput = z.output<typeof PassengerInput>

const ContactInput = z.strictObject({
  full_name: makePersonNameSchema('Enter your name.'),
  phone,
  email: z.optional(email),
})

export const NextOfKinInput = z.strictObject({
  full_name: makePersonNameSchema('Enter the name of the next of kin.'),
  phone,
  relationship: z.enum(relationships, 'Choose the relationship to the traveller.'),
})

/**
 * A passenger of a booking, cancelled or not. Address, phone and baby are removed after `passengerDataDays`.
 * `infant_name` is missing in bookings that phones stored before this field existed.
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
 * A booking. `hold_expires_at` is by the server's clock; `server_time` is what this clock showed when the server
 * answered. `reseated`: the booking got other seats, because it was paid late or the operator changed the vehicle
 * (`reseat_cause`, missing in old copies on phones); it can be cancelled free of charge until `free_cancel_until`.
 * `delay_minutes` counts from `trip.departs_at`; it and the operator's `note` are missing in old copies on phones.
 * `insurer`: the company that insures all passengers of the operator. `reviewed`: the booking's account has reviewed
 * the operator since the departure.
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
  reseat_cause: z.nullish(z.enum(['late_payment', 'other_vehicle'])),
  free_cancel_until: z.nullable(instant),
  reschedules_left: z.int(),
  /**
   * The moves of the booking, oldest first. `departs_at`: the departure of the trip from which the booking was moved.
   */
  moves: z.optional(z.array(z.object({ departs_at: instant, moved_at: instant }))),
  reviewed: z.optional(z.boolean()),
  refunds: z.array(RefundStep),
  /**
   * Of an unpaid booking. `reserved`: its seats are reserved until `hold_expires_at`, to be paid at the park.
   * `reservable_until`: the deadline that a reservation made now would have; null if its seats cannot be reserved.
   */
  reserved: z.optional(z.boolean()),
  reservable_until: z.nullish(instant),
  /** Whether the operator took the money at its counter, where refunds are paid in cash. */
  paid_at_counter: z.optional(z.boolean()),
  pending_payment: z.nullable(z.string()),
  /**
   * For a return trip: the direction of this booking, the reference of the other booking, and the price of both. While
   * neither is paid, they are paid together; afterwards each is cancelled or moved separately. `lost`: the seats of the
   * other one were gone when the money came, so it has no tickets and its price was refunded.
   */
  return_trip: z.nullish(
    z.object({
      way: z.enum(['out', 'back']),
      other: z.string(),
      total_kobo: kobo,
      lost: z.optional(z.boolean()),
    }),
  ),
  guest_token: z.optional(z.string()),
  /**
   * Set when the caller gave only reference and phone: personal data is left out until a code is entered on the device.
   */
  needs_code: z.optional(z.boolean()),
})

export type Booking = z.output<typeof Booking>

/** The numbers of the seats of one booking: one to six, none twice. */
export const chosenSeats = z.array(seatNumber).check(
  z.minLength(1, 'Choose at least one seat.'),
  z.maxLength(6, 'One booking has at most 6 seats.'),
  z.refine((seats) => new Set(seats).size === seats.length, 'The same seat is listed twice.'),
)

/** Seats in a query: `4,5`. */
export const seatsQuery = z
  .string()
  .check(z.regex(/^\d{1,2}(,\d{1,2}){0,5}$/, 'Enter seats like 4,5.'))

/** All travellers of a booking; also the schema of the phone's form. */
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

export const RefundTier = z.enum(['free', 'day_before', 'same_day', 'late', 'closed'])

/**
 * The refund for cancelling before the next tier begins. `to_wallet`: whether the money can go to a wallet. It can if
 * the account that owns the booking also paid for it. `paid_from_wallet`: the whole price was paid from a wallet, so
 * the money goes back to this wallet.
 */
export const CancellationPreview = z.object({
  refund_kobo: kobo,
  fee_kobo: kobo,
  tier: RefundTier,
  valid_until: instant,
  seats: z.array(z.int()),
  to_wallet: z.boolean(),
  paid_from_wallet: z.boolean(),
  lines: z.array(z.object({ label: z.string(), amount_kobo: signedKobo })),
})

export type CancellationPreview = z.output<typeof CancellationPreview>

/**
 * A trip to which a booking could move. `difference_kobo`: how much more (positive) or less (negative) it costs than
 * was paid. Of a negative difference, `kept_kobo` is not refunded, since a move refunds no more than a cancellation.
 */
export const RescheduleOption = z.object({
  trip: TripSummary,
  difference_kobo: signedKobo,
  kept_kobo: kobo,
  free_seats: z.array(z.int()),
})

export type RescheduleOption = z.output<typeof RescheduleOption>

export const BookingCodeInput = z.strictObject({ reference, phone })

export const BookingProofInput = z.strictObject({
  reference,
  code: z
    .string()
    .check(z.regex(/^\d{6}$/, `The code has ${codeDigits} digits. It is in the SMS we sent.`)),
})

export type RefundTier = z.output<typeof RefundTier>

export const TripCancellationInput = z.strictObject({
  id: departureId,
  refund_kobo: z.optional(kobo),
  note: z.optional(text(1, 140)),
})

export const VehicleChangeInput = z.strictObject({
  id: departureId,
  vehicle: code,
  back_kobo: z.optional(kobo),
  note: z.optional(text(1, 140)),
})
