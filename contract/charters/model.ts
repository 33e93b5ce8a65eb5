import * as z from 'zod/mini'
import { refundStates } from '#contract/money'
import { reviewStates } from '#contract/reviews/rules'
import {
  code,
  day,
  id,
  instant,
  kobo,
  lines,
  personName,
  phone,
  reference,
  text,
  wholeNumber,
} from '#contract/shapes'
import { charterKinds, charterStates, instalmentStates, occasions } from './rules.ts'

/** A time of day in Nigeria, `07:30`. */
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time like 07:30.'))

/** A stop: a city and, once it is booked, an address in it. */
const AskedStop = z.strictObject({ city: code, address: z.optional(text(3, 160)) })

/**
 * Where and when. `one_way` and `round_trip` need at least two stops; a round trip returns to the first one. `from`
 * and `until`: the first and the last day.
 */
const AskedJourney = {
  kind: z.enum(['one_way', 'round_trip', 'days'], 'Choose one way, there and back, or by the day.'),
  stops: z
    .array(AskedStop)
    .check(z.minLength(1, 'Choose where it starts.'), z.maxLength(8, 'Enter at most 8 places.')),
  from: day,
  until: day,
}

export const CharterQuoteInput = z.strictObject({ vehicle_id: id, ...AskedJourney })

export type CharterQuoteInput = z.output<typeof CharterQuoteInput>

/** A drive between two cities. `empty`: from the vehicle's home to the first stop, or back. */
const CharterLeg = z.object({
  from: z.string(),
  to: z.string(),
  km: z.int(),
  empty: z.boolean(),
})

/** One line of a charter's price, kobo. */
export const CharterLine = z.object({
  code: z.enum(['days', 'mileage', 'overnight', 'least', 'transfer', 'hire', 'service_fee', 'vat']),
  label: z.string(),
  amount_kobo: kobo,
})

/** The lines of a charter's price and their sum. */
export const CharterPrice = z.object({
  lines: z.array(CharterLine),
  total_kobo: kobo,
  /** The deposit, if the balance may be paid later. */
  deposit_kobo: kobo,
})

/**
 * The price of a vehicle for a journey. `days`: the requested days, or more if the distance needs them: then the
 * vehicle is hired until `until`.
 */
export const CharterQuote = z.object({
  vehicle_id: z.string(),
  legs: z.array(CharterLeg),
  km: z.int(),
  from: day,
  until: day,
  days: z.int(),
  nights: z.int(),
  price: CharterPrice,
  is_free: z.boolean(),
  /** Whether a deposit is enough for now, and when the balance is due. */
  deposit_allowed: z.boolean(),
  balance_due_at: z.nullable(instant),
  server_time: instant,
})

export type CharterQuote = z.output<typeof CharterQuote>

const contact = z.strictObject({ full_name: personName, phone })

const plan = z.enum(['deposit', 'all'], 'Choose the deposit or the full price.')

export type CharterPlan = z.infer<typeof plan>

/** `total_kobo`: the price that was shown. If it differs, the call is refused with `price_changed`. */
export const BookCharterInput = z.strictObject({
  ...CharterQuoteInput.shape,
  occasion: z.optional(z.enum(occasions)),
  start_time: clock,
  travellers: wholeNumber(1, 80),
  luggage: z.optional(text(0, 120)),
  needs: z.optional(lines(0, 500)),
  contact,
  plan,
  total_kobo: kobo,
})

export type BookCharterInput = z.output<typeof BookCharterInput>

/** A part of the price with a payment of its own. `POST payments` with the charter's reference pays the open one. */
export const Instalment = z.object({
  id: z.string(),
  kind: z.enum(['deposit', 'balance', 'all']),
  amount_kobo: kobo,
  /** The VAT in `amount_kobo`. */
  vat_kobo: kobo,
  due_at: instant,
  state: z.enum(instalmentStates),
  paid_at: z.nullable(instant),
})

export type Instalment = z.output<typeof Instalment>

/** Driver and vehicle. Phone and plate are null until the operator enters them. */
export const CharterDriver = z.object({ name: z.string(), phone: z.string(), plate: z.string() })

export type CharterDriver = z.output<typeof CharterDriver>

/** `meet_at`: when the vehicle waits; it moves with `at`. */
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

const Stop = z.object({ city: z.string(), code: z.string(), address: z.nullable(z.string()) })

/** A charter of mine. Names, addresses and texts are null after their retention. */
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
  stops: z.array(Stop),
  starts_at: instant,
  /** The first and the last day in Nigeria. */
  from: day,
  until: day,
  km: z.int(),
  travellers: z.int(),
  luggage: z.nullable(z.string()),
  needs: z.nullable(z.string()),
  contact: z.nullable(z.object({ full_name: z.string(), phone: z.string() })),
  flight: z.nullable(CharterFlight),
  /** The terms of the accepted offer, if there was one. */
  offer_terms: z.nullable(z.string()),
  price: CharterPrice,
  paid_kobo: kobo,
  instalments: z.array(Instalment),
  /** When an unpaid vehicle is released, or a charter with an unpaid balance ends; null when all is paid. */
  pay_until: z.nullable(instant),
  /** A payment in progress, started on any phone. */
  pending_payment: z.nullable(z.string()),
  driver: z.nullable(CharterDriver),
  /** The four-digit codes for the driver at start and end. Null until all is paid, and in answers to writes. */
  start_code: z.nullable(z.string()),
  end_code: z.nullable(z.string()),
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** The operator's reason for not coming. */
  failure: z.nullable(z.string()),
  /** `waiting`: our staff check it first. `hidden`: they removed it. */
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
  /** What I may do now. */
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

/** The refund for cancelling now; `refund_kobo` + `fee_kobo` = `paid_kobo`. */
export const CharterCancellation = z.object({
  paid_kobo: kobo,
  fee_kobo: kobo,
  refund_kobo: kobo,
  tier: z.string(),
  sentence: z.string(),
  /** All tiers of this charter. */
  tiers: z.array(z.object({ code: z.string(), fee_percent: z.number(), sentence: z.string() })),
  /** When the next tier begins; null if there is none. */
  valid_until: z.nullable(instant),
})

export type CharterCancellation = z.output<typeof CharterCancellation>

export const charterName = z.strictObject({ reference })

/** A new first day; the number of days stays. */
export const ChangeDatesInput = z.strictObject({ reference, from: day, start_time: clock })

export const ReviewInput = z.strictObject({
  reference,
  rating: wholeNumber(1, 5),
  body: lines(10, 2000),
})

/** `client_ref`: the phone's id; a repeated call makes no second request. Kobo. */
export const CharterRequestInput = z.strictObject({
  ...AskedJourney,
  occasion: z.optional(z.enum(occasions)),
  start_time: clock,
  travellers: wholeNumber(1, 500),
  luggage: z.optional(text(0, 120)),
  needs: z.optional(lines(0, 1000)),
  budget_kobo: z.optional(kobo),
  contact,
  client_ref: z.optional(id),
})

export type CharterRequestInput = z.output<typeof CharterRequestInput>

export type CharterLine = z.output<typeof CharterLine>

export type CharterPrice = z.output<typeof CharterPrice>
