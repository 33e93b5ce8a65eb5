import * as z from 'zod/mini'
import { refundStates } from '#contract/money'
import { reviewStates } from '#contract/reviews/rules'
import {
  code,
  day,
  instant,
  thisCenturyInstant,
  kobo,
  lines,
  personName,
  phone,
  reference,
  text,
  wholeNumber,
} from '#contract/shapes'
import { charterVehicleSizes } from '#contract/charters/market/rules'
import {
  charterKinds,
  instalmentKinds,
  maxCharterTravellers,
  occasions,
} from '#contract/charters/rules'
import { charterStates, instalmentStates } from './rules.ts'
import {
  CharterPrice,
  CharterStop,
  contactInput,
  journeyFields,
  planInput,
  timeOfDay,
} from '#contract/charters/model'
import { CharterQuoteInput } from '#contract/charters/market/model'

/** A flight number such as `P4 7121`: the airline's two characters and up to four digits. */
const flightNumber = z.string().check(
  z.overwrite((written) => written.toUpperCase().replaceAll(/[\s-]/g, '')),
  z.regex(/^(?=.{0,1}[A-Z])[A-Z0-9]{2}\d{1,4}$/, 'Enter the flight number like P47121.'),
)

/**
 * An airport transfer to book. `at`: when the flight lands (`pick_up`), or when the vehicle must come (`drop_off`).
 * `address`: an address within the zone. `total_kobo`: the price that the customer saw, which is paid in one payment.
 */
export const BookAirportTransferInput = z.strictObject({
  airport: code,
  zone: code,
  size: z.enum(charterVehicleSizes),
  direction: z.enum(['pick_up', 'drop_off']),
  flight_number: z.optional(flightNumber),
  is_international: z._default(z.boolean(), false),
  at: thisCenturyInstant,
  address: text(3, 160),
  name_board: z.optional(personName),
  travellers: wholeNumber(1, maxCharterTravellers),
  bags: z._default(wholeNumber(0, 200), 0),
  needs: z.optional(text(0, 300)),
  contact: contactInput,
  total_kobo: kobo,
})

export type BookAirportTransferInput = z.output<typeof BookAirportTransferInput>

/** A changed flight. A new time of the flight also moves the pick-up. */
export const ChangeFlightInput = z.strictObject({
  reference,
  flight_number: z.optional(flightNumber),
  at: thisCenturyInstant,
})

/** `total_kobo` is the price that the customer saw. If it differs, the call is refused with `price_changed`. */
export const BookCharterInput = z.strictObject({
  ...CharterQuoteInput.shape,
  occasion: z.optional(z.enum(occasions)),
  start_time: timeOfDay,
  travellers: wholeNumber(1, maxCharterTravellers),
  luggage: z.optional(text(0, 120)),
  needs: z.optional(lines(0, 500)),
  contact: contactInput,
  plan: planInput,
  total_kobo: kobo,
})

export type BookCharterInput = z.output<typeof BookCharterInput>

/**
 * A part of the price that is paid separately. `POST payments` with the charter's reference pays the open instalment.
 */
export const Instalment = z.object({
  id: z.string(),
  kind: z.enum(instalmentKinds),
  amount_kobo: kobo,
  /** The VAT included in `amount_kobo`. */
  vat_kobo: kobo,
  due_at: instant,
  state: z.enum(instalmentStates),
  paid_at: z.nullable(instant),
})

export type Instalment = z.output<typeof Instalment>

const CharterDriver = z.object({ name: z.string(), phone: z.string(), plate: z.string() })

export type CharterDriver = z.output<typeof CharterDriver>

/** The flight of a transfer. `meet_at`: from when the vehicle waits; it moves with `at`. */
const CharterFlight = z.object({
  airport: z.object({ code: z.string(), name: z.string() }),
  zone: z.string(),
  direction: z.enum(['pick_up', 'drop_off']),
  number: z.nullable(z.string()),
  at: instant,
  meet_at: instant,
  meeting_point: z.string(),
  name_board: z.nullable(z.string()),
  waiting_minutes: z.int(),
})

/** A charter of the caller. Names, addresses and texts are null after their retention. */
export const Charter = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(charterKinds),
  occasion: z.nullable(z.enum(occasions)),
  state: z.enum(charterStates),
  vehicle: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    seats: z.int(),
    fuel_included: z.boolean(),
  }),
  operator: z.object({
    code: z.string(),
    name: z.string(),
    /** Null until something is paid. */
    phone: z.nullable(z.string()),
  }),
  ...journeyFields,
  contact: z.nullable(z.object({ full_name: z.string(), phone: z.string() })),
  flight: z.nullable(CharterFlight),
  /** The terms of the accepted offer; null if no offer was accepted, or if it had none. */
  offer_terms: z.nullable(z.string()),
  price: CharterPrice,
  paid_kobo: kobo,
  instalments: z.array(Instalment),
  /** When an unpaid vehicle is released, or a charter with an unpaid balance ends; null when all is paid. */
  pay_until: z.nullable(instant),
  /** A payment in progress, started on any phone. */
  pending_payment: z.nullable(z.string()),
  driver: z.nullable(CharterDriver),
  /**
   * The four-digit codes for the driver, one for the start and one for the end. Null until everything is paid, and in
   * the answers of calls that change something.
   */
  start_code: z.nullable(z.string()),
  end_code: z.nullable(z.string()),
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** The operator's reason for not coming. */
  failure: z.nullable(z.string()),
  /** `waiting`: our staff must check it first. `hidden`: our staff removed it. */
  review: z.nullable(
    z.object({
      rating: z.int(),
      body: z.string(),
      written_at: instant,
      state: z.enum(reviewStates),
    }),
  ),
  refunds: z.array(
    z.object({
      amount_kobo: kobo,
      destination: z.enum(['wallet', 'source']),
      state: z.enum(refundStates),
    }),
  ),
  /** The reference of the invoice. Anyone with its link can pay the rest. Null until something is paid. */
  invoice: z.nullable(z.string()),
  /** The actions that the caller may take now. */
  can: z.object({
    pay: z.boolean(),
    cancel: z.boolean(),
    change_dates: z.boolean(),
    change_flight: z.boolean(),
    review: z.boolean(),
    contract: z.boolean(),
  }),
  created_at: instant,
  server_time: instant,
})

export type Charter = z.output<typeof Charter>

/** The refund for cancelling now. `refund_kobo` + `fee_kobo` = `paid_kobo`. */
export const CharterCancellationPreview = z.object({
  paid_kobo: kobo,
  fee_kobo: kobo,
  refund_kobo: kobo,
  tier: z.string(),
  sentence: z.string(),
  tiers: z.array(z.object({ code: z.string(), fee_percent: z.number(), sentence: z.string() })),
  /** When the next tier begins; null if there is none. */
  valid_until: z.nullable(instant),
  /** Whether the whole price was paid from a wallet, so that the refund goes to this wallet. */
  paid_from_wallet: z.boolean(),
})

export type CharterCancellationPreview = z.output<typeof CharterCancellationPreview>

export const CharterReferenceInput = z.strictObject({ reference })

/** A new first day. The number of days does not change. */
export const ChangeDatesInput = z.strictObject({ reference, from: day, start_time: timeOfDay })

export const CharterReviewInput = z.strictObject({
  reference,
  rating: wholeNumber(1, 5),
  body: lines(10, 2000),
})

/** A charter as its operator sees it. The customer is visible once something is paid. */
export const OperatorCharter = z.object({
  reference: z.string(),
  state: z.enum(charterStates),
  kind: z.enum(charterKinds),
  vehicle: z.object({ id: z.string(), name: z.string(), plate: z.string() }),
  stops: z.array(CharterStop),
  starts_at: instant,
  from: day,
  until: day,
  travellers: z.int(),
  luggage: z.nullable(z.string()),
  needs: z.nullable(z.string()),
  contact: z.nullable(z.object({ full_name: z.string(), phone: z.string() })),
  flight: z.nullable(
    z.object({
      airport: z.string(),
      number: z.nullable(z.string()),
      direction: z.enum(['pick_up', 'drop_off']),
      meet_at: instant,
      name_board: z.nullable(z.string()),
    }),
  ),
  /** The operator's share and the paid part of it, in kobo. */
  hire_kobo: kobo,
  paid_kobo: kobo,
  driver: z.nullable(CharterDriver),
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
})
export type OperatorCharter = z.output<typeof OperatorCharter>

/** A number plate such as `AAA-123BC`. Spaces and lower case are corrected. */
const plate = z.string().check(
  z.overwrite((written) => written.trim().toUpperCase().replaceAll(/\s+/g, '-')),
  z.regex(/^[A-Z0-9][A-Z0-9-]{4,11}$/, 'Enter the plate like LSR-482XB.'),
)

export const CharterDriverInput = z.strictObject({ reference, name: personName, phone, plate })

export const CharterCodeInput = z.strictObject({
  reference,
  code: z.string().check(z.regex(/^\d{4}$/, 'The code has four digits.')),
})

export const CharterFailureInput = z.strictObject({ reference, reason: text(3, 200) })
