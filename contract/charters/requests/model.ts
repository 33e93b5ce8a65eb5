import * as z from 'zod/mini'
import { id, instant, kobo, lines, reference, text, wholeNumber } from '#contract/shapes'
import { charterOfferStates, charterRequestStates } from './rules.ts'
import { charterKinds, occasions } from '#contract/charters/rules'
import {
  CharterPrice,
  contactInput,
  journeyFields,
  journeyInput,
  timeOfDay,
} from '#contract/charters/model'

/**
 * A new request. `client_ref` is the phone's id for it; a repeated call makes no second request. The budget is in kobo.
 */
export const CharterRequestInput = z.strictObject({
  ...journeyInput,
  occasion: z.optional(z.enum(occasions)),
  start_time: timeOfDay,
  travellers: wholeNumber(1, 500),
  luggage: z.optional(text(0, 120)),
  needs: z.optional(lines(0, 1000)),
  budget_kobo: z.optional(kobo),
  contact: contactInput,
  client_ref: z.optional(id),
})

export type CharterRequestInput = z.output<typeof CharterRequestInput>

/** An operator's offer, as the customer sees it. */
export const CharterOffer = z.object({
  id: z.string(),
  state: z.enum(charterOfferStates),
  operator: z.object({
    code: z.string(),
    name: z.string(),
    rating: z.nullable(z.number()),
    reviews: z.int(),
  }),
  vehicle: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    seats: z.int(),
    amenities: z.array(z.object({ code: z.string(), name: z.string() })),
    fuel_included: z.boolean(),
    rating: z.nullable(z.number()),
    reviews: z.int(),
  }),
  price: CharterPrice,
  /** Other fees, in the operator's words. */
  terms: z.string(),
  valid_until: instant,
  created_at: instant,
})
export type CharterOffer = z.output<typeof CharterOffer>

/**
 * The fields of a request that customer and operators see. Operators get no addresses here: the charter of their
 * accepted offer has them.
 */
const requestFields = {
  reference: z.string(),
  state: z.enum(charterRequestStates),
  kind: z.enum(charterKinds),
  occasion: z.nullable(z.enum(occasions)),
  ...journeyFields,
  budget_kobo: z.nullable(kobo),
  /** Until when operators can make offers. */
  open_until: instant,
  created_at: instant,
}

/** A request of the caller with its offers: open and accepted ones first, then by price, cheapest first. */
export const CharterRequest = z.object({
  id: z.string(),
  ...requestFields,
  contact: z.nullable(z.object({ full_name: z.string(), phone: z.string() })),
  client_ref: z.nullable(z.string()),
  offers: z.array(CharterOffer),
  /** How many operators could see the request at the start. */
  operators_asked: z.int(),
  deposit_allowed: z.boolean(),
  /** The reference of the charter that was booked from the accepted offer; null before that. */
  charter: z.nullable(z.string()),
  can: z.object({ withdraw: z.boolean(), accept: z.boolean() }),
  server_time: instant,
})
export type CharterRequest = z.output<typeof CharterRequest>

export const RequestReferenceInput = z.strictObject({ reference })

/** `total_kobo` is the price that the customer saw. */
export const AcceptCharterOfferInput = z.strictObject({
  reference,
  offer_id: id,
  plan: z.enum(['deposit', 'all'], 'Pay a deposit or all of it.'),
  total_kobo: kobo,
})
export type AcceptCharterOfferInput = z.output<typeof AcceptCharterOfferInput>

/**
 * A request as an operator sees it, without name, phone and street. `mine`: the open or accepted offer of this
 * operator, otherwise its latest offer; null if it made none.
 */
export const OperatorCharterRequest = z.object({
  ...requestFields,
  mine: z.nullable(
    z.object({
      id: z.string(),
      state: z.enum(charterOfferStates),
      hire_kobo: kobo,
      valid_until: instant,
    }),
  ),
  /** At most five vehicles of this operator that are free and large enough, cheapest first. */
  vehicles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      plate: z.string(),
      seats: z.int(),
      /** The marketplace price, without fee and VAT. */
      hire_kobo: kobo,
    }),
  ),
})
export type OperatorCharterRequest = z.output<typeof OperatorCharterRequest>

/** `hire_kobo`: the operator's price; fee and VAT are added. */
export const CharterOfferInput = z.strictObject({
  reference,
  vehicle_id: id,
  hire_kobo: kobo.check(
    z.minimum(100_000, 'The price must be at least ₦1,000.'),
    z.maximum(500_000_000_000, 'The price can be at most ₦5,000,000,000.'),
  ),
  terms: lines(0, 600),
  valid_hours: z._default(z.int().check(z.minimum(1), z.maximum(168)), 24),
})
export type CharterOfferInput = z.output<typeof CharterOfferInput>

export const OperatorOffer = z.object({
  id: z.string(),
  request: z.string(),
  state: z.enum(charterOfferStates),
  vehicle: z.object({ id: z.string(), name: z.string(), plate: z.string() }),
  hire_kobo: kobo,
  price: CharterPrice,
  terms: z.string(),
  valid_until: instant,
  created_at: instant,
  /** The reference of the charter that was booked from this offer; null if there is none. */
  charter: z.nullable(z.string()),
})
export type OperatorOffer = z.output<typeof OperatorOffer>
