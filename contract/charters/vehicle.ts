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
  PageMeta,
  perPage,
} from '#contract/shapes'
import { maxCharterDays, vehicleSizes, vehicleSorts } from './rules.ts'

/** `days` from `date` on. `seats`: at least. `max_day_kobo`: the highest price of a day. */
export const CharterSearch = z.strictObject({
  city: z.optional(code),
  date: z.optional(day),
  days: z._default(count(1, maxCharterDays), 1),
  seats: z.optional(count(1, 80)),
  size: z.optional(z.enum(vehicleSizes)),
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
  /** Its drawing: a code of `listVehicleTypes`, `suv` or `saloon`. */
  type: z.string(),
  seats: z.int(),
  size: z.enum(vehicleSizes),
  amenities: z.array(Named),
  home: z.object({ code: z.string(), name: z.string(), state: z.string() }),
  /** The address of its photo on our origin; null: show the drawing. */
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
  /** The lowest price of a hire. */
  least_kobo: kobo,
  rating: z.nullable(z.number()),
  reviews: z.int(),
  /** Whether it is free on the requested days; null without a date. */
  is_free: z.nullable(z.boolean()),
})

export type CharterVehicle = z.output<typeof CharterVehicle>

/** Filter values and how many vehicles each would leave, ignoring other filters. */
const VehicleFacets = z.object({
  cities: z.array(z.object({ ...Named.shape, vehicles: z.int() })),
  operators: z.array(z.object({ ...Named.shape, vehicles: z.int() })),
  amenities: z.array(z.object({ ...Named.shape, vehicles: z.int() })),
  day_kobo: z.object({ least: kobo, most: kobo }),
})

export const VehicleMeta = z.object({ ...PageMeta.shape, facets: VehicleFacets })

/** A review of a vehicle. `by`: a first name and an initial. */
export const CharterReview = z.object({
  id: z.string(),
  rating: z.int(),
  body: z.string(),
  by: z.string(),
  written_at: instant,
})

export type CharterReview = z.output<typeof CharterReview>

/** Kobo; and the minutes of waiting that are free. */
const CharterTerms = z.object({
  overtime_hour_kobo: kobo,
  overnight_kobo: kobo,
  /** Hours of a day that are included. */
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

/** `taken`: the days between `calendar.from` and `calendar.until` on which it is not available, sorted. */
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

export const vehicleId = z.strictObject({ id })
