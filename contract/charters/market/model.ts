import * as z from 'zod/mini'
import {
  code,
  commaList,
  count,
  day,
  id,
  instant,
  kobo,
  page,
  perPage,
  PageMeta,
} from '#contract/shapes'
import { charterVehicleSizes, vehicleSorts } from './rules.ts'
import { maxCharterDays, maxCharterTravellers } from '#contract/charters/rules'
import { CharterPrice, journeyInput } from '#contract/charters/model'

/**
 * A search for vehicles. `days` counts from `date`; `seats`: the least number of seats; `max_day_kobo`: the highest
 * price per day.
 */
export const CharterSearch = z.strictObject({
  city: z.optional(code),
  date: z.optional(day),
  days: z._default(count(1, maxCharterDays), 1),
  seats: z.optional(count(1, maxCharterTravellers)),
  size: z.optional(z.enum(charterVehicleSizes)),
  amenities: z.optional(commaList(code, 10)),
  max_day_kobo: z.optional(count(0, 1_000_000_000_000)),
  operator: z.optional(code),
  sort: z._default(z.enum(vehicleSorts), 'price'),
  per_page: perPage(20),
  page,
})

export type CharterSearch = z.output<typeof CharterSearch>

const Named = z.object({ code: z.string(), name: z.string() })

/** A vehicle that can be hired with its driver. Prices in kobo before service fee and VAT. */
export const CharterVehicle = z.object({
  id: z.string(),
  /** `Toyota HiAce 2019` */
  name: z.string(),
  /** Selects its drawing: a code of `listVehicleTypes`, or `suv` or `saloon`. */
  type: z.string(),
  seats: z.int(),
  size: z.enum(charterVehicleSizes),
  amenities: z.array(Named),
  home: z.object({ code: z.string(), name: z.string(), state: z.string() }),
  /** The URL of its photo on our origin. If null, the drawing is displayed. */
  picture: z.nullable(z.string()),
  operator: z.object({
    code: z.string(),
    name: z.string(),
    rating: z.nullable(z.number()),
    reviews: z.int(),
  }),
  /** Whether fuel is included; otherwise the customer pays it on the way. The driver is always included. */
  fuel_included: z.boolean(),
  day_kobo: kobo,
  /** The price of each kilometre beyond `km_a_day`. */
  km_kobo: kobo,
  km_a_day: z.int(),
  /** The least that a hire costs, before service fee and VAT. */
  least_kobo: kobo,
  rating: z.nullable(z.number()),
  reviews: z.int(),
  /** Whether it is free on the requested days; null without a date. */
  is_free: z.nullable(z.boolean()),
})

export type CharterVehicle = z.output<typeof CharterVehicle>

/** Filter values with the number of vehicles that match each, ignoring the other filters. */
const VehicleFacets = z.object({
  cities: z.array(z.object({ ...Named.shape, vehicles: z.int() })),
  operators: z.array(z.object({ ...Named.shape, vehicles: z.int() })),
  amenities: z.array(z.object({ ...Named.shape, vehicles: z.int() })),
  day_kobo: z.object({ least: kobo, most: kobo }),
})

export const CharterVehiclesMeta = z.object({ ...PageMeta.shape, facets: VehicleFacets })

/** A review of a vehicle. `by`: a first name and an initial. */
export const CharterReview = z.object({
  id: z.string(),
  rating: z.int(),
  body: z.string(),
  by: z.string(),
  written_at: instant,
})

export type CharterReview = z.output<typeof CharterReview>

const CharterTerms = z.object({
  overtime_hour_kobo: kobo,
  overnight_kobo: kobo,
  /** Hours per day that the price includes. */
  hours_a_day: z.int(),
  waiting_free_minutes: z.int(),
  waiting_hour_kobo: kobo,
  fuel: z.string(),
  tolls: z.string(),
  mileage: z.string(),
  insurer: z.nullable(z.string()),
  luggage: z.string(),
  cancellation: z.array(z.string()),
})

/**
 * A vehicle with its details. `taken`: the days between `calendar.from` and `calendar.until` on which it is not
 * available, sorted.
 */
export const CharterVehicleDetail = z.object({
  ...CharterVehicle.shape,
  about: z.string(),
  year: z.int(),
  terms: CharterTerms,
  calendar: z.object({ from: day, until: day, taken: z.array(day) }),
  latest_reviews: z.array(CharterReview),
  server_time: instant,
})

export type CharterVehicleDetail = z.output<typeof CharterVehicleDetail>

export const VehicleIdInput = z.strictObject({ id })

/** A fixed price to or from an airport, including fee and VAT. */
const ZonePrice = z.object({
  size: z.enum(charterVehicleSizes),
  /** The largest number of travellers, and of bags. */
  travellers: z.int(),
  bags: z.int(),
  price: CharterPrice,
})

/** An airport of Nigeria with scheduled flights. */
export const Airport = z.object({
  code: z.string(),
  name: z.string(),
  city: z.object({ code: z.string(), name: z.string() }),
  has_international: z.boolean(),
  meeting_point: z.string(),
  zones: z.array(
    z.object({ code: z.string(), name: z.string(), km: z.int(), prices: z.array(ZonePrice) }),
  ),
})

export type Airport = z.output<typeof Airport>

export const CharterQuoteInput = z.strictObject({ vehicle_id: id, ...journeyInput })

export type CharterQuoteInput = z.output<typeof CharterQuoteInput>

/** A drive between two cities. `empty`: the drive from the vehicle's home to the first stop, or back home. */
const CharterLeg = z.object({
  from: z.string(),
  to: z.string(),
  km: z.int(),
  empty: z.boolean(),
})

/**
 * The price of a vehicle for a journey. `days`: the requested number of days, or more if the distance requires it; the
 * vehicle is then hired until `until`.
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

/** A vehicle of the operator with the days on which it is hired or blocked. */
export const OperatorVehicle = z.object({
  id: z.string(),
  name: z.string(),
  plate: z.string(),
  seats: z.int(),
  home: z.string(),
  day_kobo: kobo,
  days: z.array(
    z.object({ day, taken: z.enum(['charter', 'blocked']), charter: z.nullable(z.string()) }),
  ),
})
export type OperatorVehicle = z.output<typeof OperatorVehicle>

const someDays = z.array(day).check(z.maxLength(200, 'Choose at most 200 days.'))

/** Days to block and days to make available again. Days with charters do not change. */
export const VehicleDaysInput = z.strictObject({
  id,
  block: z._default(someDays, []),
  free: z._default(someDays, []),
})
