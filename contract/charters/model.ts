import * as z from 'zod/mini'
import { refundStates } from '#contract/money'
import { reviewStates } from '#contract/reviews/model'
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
import { CharterPrice } from './price.ts'
import { charterKinds, charterStates, instalmentStates, occasions } from './states.ts'

/** A time of day by the clock in Nigeria, `07:30`. */
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time like 07:30.'))

/** Where the vehicle stops: a city of ours, and once it is booked where in it. */
const AskedStop = z.strictObject({ city: code, address: z.optional(text(3, 160)) })

/**
 * Where and when. The first stop is where it begins; `one_way` and `round_trip` name at least two, and a
 * round trip comes back to the first by itself. `from` and `until` are its first and last day, both included.
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

/** One road of a charter, between two cities. `empty`: to the first stop from the vehicle's home, or back there. */
const CharterLeg = z.object({
  from: z.string(),
  to: z.string(),
  km: z.int(),
  empty: z.boolean(),
})

/**
 * What a vehicle costs for a journey. `days`: those asked for, or more where the road is too long for them:
 * the vehicle is taken until `until`.
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
  /** Whether a deposit is enough for now, and when the balance would be due. */
  deposit_allowed: z.boolean(),
  balance_due_at: z.nullable(instant),
  server_time: instant,
})
export type CharterQuote = z.output<typeof CharterQuote>

const contact = z.strictObject({ full_name: personName, phone })
const plan = z.enum(['deposit', 'all'], 'Choose the deposit or the full price.')
export type CharterPlan = z.infer<typeof plan>

/** `total_kobo`: the price that was shown; another one is refused with `price_changed`. */
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

/** A part of the price that is paid by itself: `POST payments` with the charter's reference pays the open one. */
export const Instalment = z.object({
  id: z.string(),
  kind: z.enum(['deposit', 'balance', 'all']),
  amount_kobo: kobo,
  /** The VAT in it. */
  vat_kobo: kobo,
  due_at: instant,
  state: z.enum(instalmentStates),
  paid_at: z.nullable(instant),
})
export type Instalment = z.output<typeof Instalment>

/** Driver and vehicle; phone and plate once the operator has named them. */
export const CharterDriver = z.object({ name: z.string(), phone: z.string(), plate: z.string() })
export type CharterDriver = z.output<typeof CharterDriver>

/** `meet_at`: when the vehicle waits; it follows `at`. */
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

/** A charter of mine. Names, addresses and words are null once they were forgotten. */
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
    /** Once something is paid. */
    phone: z.nullable(z.string()),
  }),
  stops: z.array(Stop),
  starts_at: instant,
  /** The first and the last day, by the calendar in Nigeria. */
  from: day,
  until: day,
  km: z.int(),
  travellers: z.int(),
  luggage: z.nullable(z.string()),
  needs: z.nullable(z.string()),
  contact: z.nullable(z.object({ full_name: z.string(), phone: z.string() })),
  flight: z.nullable(CharterFlight),
  /** The terms of the accepted offer, if any. */
  offer_terms: z.nullable(z.string()),
  price: CharterPrice,
  paid_kobo: kobo,
  instalments: z.array(Instalment),
  /** When a vehicle that is not paid is released, or the charter ends without its balance; null when all is paid. */
  pay_until: z.nullable(instant),
  /** A payment of it that has no end yet, on whichever phone it was begun. */
  pending_payment: z.nullable(z.string()),
  driver: z.nullable(CharterDriver),
  /**
   * Four digits the driver asks for, when it begins and when it is over. Null until all is paid, and in what
   * writes answer.
   */
  start_code: z.nullable(z.string()),
  end_code: z.nullable(z.string()),
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** Why the operator could not do it. */
  failure: z.nullable(z.string()),
  /** `waiting`: our staff look at it first; `hidden`: they took it away. */
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
  /** The reference of its invoice: anyone who has its link can pay what is left. Null until something is paid. */
  invoice: z.nullable(z.string()),
  /** The actions available to me now. */
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
  /** All tiers of this charter, for a table. */
  tiers: z.array(z.object({ code: z.string(), fee_percent: z.number(), sentence: z.string() })),
  /** When the next tier begins; null when none does. */
  valid_until: z.nullable(instant),
})
export type CharterCancellation = z.output<typeof CharterCancellation>

export const charterName = z.strictObject({ reference })

/** One way of a charter's days: `from` and as many days as before. */
export const ChangeDatesInput = z.strictObject({ reference, from: day, start_time: clock })

export const ReviewInput = z.strictObject({
  reference,
  rating: wholeNumber(1, 5),
  body: lines(10, 2000),
})

/** Asks for a vehicle. `client_ref` is the phone's own number: sent twice, one request. Kobo. */
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
