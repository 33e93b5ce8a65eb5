import * as z from 'zod/mini'
import {
  Booking,
  chosenSeats,
  nameOnId,
  NextOfKinInput,
  passengerAddress,
} from '#contract/bookings/model'
import { genders } from '#contract/bookings/rules'
import { formatNaira } from '#contract/money'
import { parsePhone } from '#contract/phone'
import { reservationLeadHours } from '#contract/policy'
import { isReference } from '#contract/reference'
import {
  code,
  day,
  deviceInstant,
  id,
  instant,
  kobo,
  personName,
  phone,
  reference,
  seatNumber,
  signedKobo,
  text,
  thisCenturyInstant,
  tripId,
  wholeNumber,
} from '#contract/shapes'
import { Ticket } from '#contract/tickets/model'
import { counterMeans, counterSubjects } from './rules.ts'

/**
 * A clerk's shift. `sales`: the number of sales of tickets and parcels. `taken`: the money taken, by means of payment.
 * `taken_for`: the same money, by what was paid for; the sum includes moves, but `count` does not. `paid_out_kobo`:
 * refunds, always in cash. `expected_kobo`: the cash that must be in the drawer, now or at the end. `counted_kobo` and
 * `closed_at` are null until the shift is closed.
 */
export const Shift = z.object({
  id: z.string(),
  /** The member's name, or the label of the key. */
  clerk: z.string(),
  opened_at: instant,
  closed_at: z.nullable(instant),
  float_kobo: kobo,
  sales: z.int(),
  taken: z.array(z.object({ means: z.enum(counterMeans), amount_kobo: kobo })),
  taken_for: z.array(
    z.object({ subject: z.enum(counterSubjects), count: z.int(), amount_kobo: kobo }),
  ),
  paid_out_kobo: kobo,
  expected_kobo: signedKobo,
  counted_kobo: z.nullable(kobo),
  difference_reason: z.nullable(z.string()),
})

export type Shift = z.output<typeof Shift>

/** A traveller at the counter. The law also requires phone and address; if they are not given, the manifest says so. */
const WalkIn = z.strictObject({
  seat: seatNumber,
  full_name: nameOnId,
  gender: z.enum(genders, 'Choose female or male.'),
  passenger_type: code,
  phone: z.optional(phone),
  address: z.optional(passengerAddress),
  infant_name: z.optional(personName),
})

/** What a clerk enters for a sale of seats. `total_kobo` is the price that the clerk named to the traveller. */
const saleFields = {
  shift: id,
  passengers: z.array(WalkIn).check(
    z.minLength(1, 'Enter the travellers.'),
    z.maxLength(6, 'One booking has at most 6 seats.'),
    z.refine(
      (all) => new Set(all.map(({ seat }) => seat)).size === all.length,
      'The same seat is listed twice.',
    ),
  ),
  next_of_kin: z.optional(NextOfKinInput),
  means: z.enum(counterMeans, 'Choose how they pay.'),
  total_kobo: kobo,
}

interface SalePeople {
  passengers: readonly { phone?: string | undefined }[]
  next_of_kin?: { phone: string } | undefined
}

const kinHasAnotherPhone = z.refine<SalePeople>(
  ({ passengers, next_of_kin }) =>
    next_of_kin === undefined || passengers.every((one) => one.phone !== next_of_kin.phone),
  { error: 'Enter another phone than the traveller’s own.', path: ['next_of_kin', 'phone'] },
)

/** A sale in an open shift. */
export const CounterSaleInput = z
  .strictObject({ ...saleFields, trip_id: tripId })
  .check(kinHasAnotherPhone)

/**
 * A sale of a return trip in an open shift: the travellers on their seats of the outbound departure, and `back`: the
 * departure back, with a seat for each traveller in the same order. `total_kobo` is the price of both.
 */
export const ReturnSaleInput = z
  .strictObject({
    ...saleFields,
    trip_id: tripId,
    back: z.strictObject({ trip_id: tripId, seats: chosenSeats }),
  })
  .check(
    kinHasAnotherPhone,
    z.refine(({ passengers, back }) => back.seats.length === passengers.length, {
      error: 'Choose a seat back for each traveller.',
      path: ['back', 'seats'],
    }),
  )

/** A sale of seats of an allotment, made at `sold_at` by the phone's clock; `id` is the allotment. */
export const AllottedSaleInput = z
  .strictObject({ ...saleFields, id, sold_at: deviceInstant })
  .check(kinHasAnotherPhone)

export type AllottedSaleInput = z.output<typeof AllottedSaleInput>

export const CounterSale = z.object({
  reference: z.string(),
  booking: Booking,
  tickets: z.array(Ticket),
  shift: Shift,
})

export type CounterSale = z.output<typeof CounterSale>

/** The valid tickets of a sale, with what is printed beside them. */
export const SoldTickets = z.object({
  ...z.pick(CounterSale, { reference: true, tickets: true }).shape,
  booking: z.pick(Booking, {
    trip: true,
    from_park: true,
    to_park: true,
    delay_minutes: true,
    paid_kobo: true,
  }),
})

export type SoldTickets = z.output<typeof SoldTickets>

/** Both directions of a return trip that was sold, each a booking of its own. */
export const ReturnSale = z.object({ out: CounterSale, back: CounterSale })

export type ReturnSale = z.output<typeof ReturnSale>

/** A search term at the counter: the code of a booking, ticket or waybill, or a phone number. */
const counterSearch = z.string().check(
  z.maxLength(40, 'This is too long.'),
  z.refine(
    (written) => isReference(written) || parsePhone(written) !== undefined,
    'Enter the 11 characters of a booking, ticket or waybill, or a phone number.',
  ),
)

/**
 * The search term for reservations: their booking's reference, or the phone number of the contact or of the account;
 * missing for all that are open.
 */
export const FindReservationsInput = z.strictObject({
  search: z.optional(counterSearch),
  /** With a search, also finds what is paid already, and reservations whose time was over. */
  ended: z.optional(z.literal('1')),
})

/** The cities of a return trip and the arrival of the outbound trip, after which its buses leave. */
export const ReturnDaysInput = z.strictObject({ from: code, to: code, after: thisCenturyInstant })

/** A day on which buses lead back, and how many. */
export const ReturnDay = z.object({ date: day, departures: z.int() })

/** What a search finds: seats to take money for, seats paid at a counter or online, seats that were never paid. */
const reservationStates = ['open', 'paid_at_counter', 'paid_online', 'expired'] as const

/**
 * A reservation, or a booking that is paid. `until`: until when it can be, or could have been, paid. `pays_online`: an
 * online payment for it has begun and may still arrive.
 */
export const CounterReservation = z.object({
  reference: z.string(),
  state: z.enum(reservationStates),
  until: instant,
  departs_at: instant,
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  contact: z.string(),
  travellers: z.array(z.object({ seat: z.int(), full_name: z.string() })),
  total_kobo: kobo,
  pays_online: z.boolean(),
})

export type CounterReservation = z.output<typeof CounterReservation>

/** A reservation that is paid in an open shift. `total_kobo` is the price that the clerk named to the traveller. */
export const ReservationSaleInput = z.strictObject({
  shift: id,
  reference,
  means: z.enum(counterMeans, 'Choose how they pay.'),
  total_kobo: kobo,
})

/**
 * The terms of reservations at the operator's counter. `lead_hours`: the hours before departure at which a reservation
 * ends at the latest; null if seats cannot be reserved.
 */
export const ReservationTerms = z.strictObject({
  lead_hours: z.nullable(wholeNumber(1, reservationLeadHours.most)),
})

/**
 * A sale at the counter, of seats or of a parcel. `traveller`: the name on the sale; for a parcel, its sender.
 * `travellers`: those whose seats are not cancelled; none for a parcel. `amount_kobo`: what was taken, including for a
 * move but without storage fees. `paid_out_kobo`: how much of it was refunded. `due_kobo`: refunds that have not been
 * collected yet, such as those for a trip that the operator cancelled.
 */
export const CounterSaleItem = z.object({
  subject: z.enum(['seats', 'parcel']),
  reference: z.string(),
  status: Booking.shape.status,
  sold_at: instant,
  means: z.enum(counterMeans),
  traveller: z.string(),
  travellers: z.array(z.object({ seat: z.int(), full_name: z.string() })),
  from: z.string(),
  to: z.string(),
  departs_at: instant,
  zone: z.string(),
  amount_kobo: kobo,
  paid_out_kobo: kobo,
  due_kobo: kobo,
})

export type CounterSaleItem = z.output<typeof CounterSaleItem>

/** The search term for a sale. Without it, the sales of the caller's open shift are listed. */
export const FindSalesInput = z.strictObject({ search: z.optional(counterSearch) })

/**
 * A sale, and what a clerk may pay out for it: `due_kobo`, plus `cancel_kobo` if `seats` are cancelled now.
 * `cancel_kobo` is null if they cannot be cancelled; `closed` then says why.
 */
export const CounterRefundPreview = z.object({
  ...CounterSaleItem.shape,
  seats: z.array(z.int()),
  cancel_kobo: z.nullable(kobo),
  closed: z.nullable(z.string()),
  lines: z.array(z.object({ label: z.string(), amount_kobo: signedKobo })),
})

export type CounterRefundPreview = z.output<typeof CounterRefundPreview>

/**
 * With `cancel`, the listed `seats` are cancelled first; without `seats`, all seats of the sale. `refund_kobo` is the
 * sum from the preview.
 */
export const CounterRefundInput = z.strictObject({
  reference,
  cancel: z.boolean(),
  seats: z.optional(chosenSeats),
  refund_kobo: kobo,
})

export const CounterRefund = z.object({
  reference: z.string(),
  status: Booking.shape.status,
  paid_kobo: kobo,
  shift: Shift,
})

export type CounterRefund = z.output<typeof CounterRefund>

/** The most cash that a drawer can start with: ₦10 million. With its sales, it stays within the limits of `kobo`. */
const maxFloatKobo = 1_000_000_000

/** The cash that is in the drawer at the start. */
export const OpenShiftInput = z.strictObject({
  float_kobo: kobo.check(
    z.maximum(maxFloatKobo, `A drawer starts with at most ${formatNaira(maxFloatKobo)}.`),
  ),
})

/** The counted cash. If it differs from the expected cash, a reason is required. */
export const CloseShiftInput = z.strictObject({
  id,
  counted_kobo: kobo,
  difference_reason: z.optional(text(3, 300, 'Enter why it differs.')),
})
