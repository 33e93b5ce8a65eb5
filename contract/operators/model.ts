import * as z from 'zod/mini'
import { vehicleSizes } from '#contract/lookups/rules'
import { code, commaList, count, day, instant, kobo, page, perPage, text } from '#contract/shapes'
import { amenities } from '#contract/trips/rules'
import { operatorSorts } from './rules.ts'

/**
 * Filters of the directory; omitted ones do not filter. `state`: a state's name. `rating`: the least number of stars.
 */
export const OperatorsQuery = z.strictObject({
  q: z.optional(text(1, 60)),
  state: z.optional(text(2, 40)),
  city: z.optional(code),
  size: z.optional(commaList(z.enum(vehicleSizes), 3)),
  amenity: z.optional(commaList(z.enum(amenities), 8)),
  rating: z.optional(count(1, 5)),
  sort: z._default(z.enum(operatorSorts), 'rating'),
  page,
  per_page: perPage(20),
})

const Named = z.object({ code: z.string(), name: z.string() })

/**
 * An operator in the directory. `price_from_kobo`: the price, with all fees, of the cheapest free seat in the next
 * `fromPriceDays` days, as on the pages of its routes; null if no free seat has a known fare. `licence_checked_on`: the
 * last check by our staff; null if never.
 */
export const OperatorSummary = z.object({
  code: z.string(),
  name: z.string(),
  about: z.string(),
  logo: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  reviews: z.int(),
  cities: z.int(),
  roads: z.int(),
  sizes: z.array(z.enum(vehicleSizes)),
  amenities: z.array(z.enum(amenities)),
  price_from_kobo: z.nullable(kobo),
  licence_checked_on: z.nullable(day),
})

export type OperatorSummary = z.output<typeof OperatorSummary>

/**
 * A route of an operator between its end points. `runs`: departures in the timetable. `distance_km`: null if unknown.
 */
export const OperatorRoute = z.object({
  from: Named,
  to: Named,
  runs: z.int(),
  minutes: z.int(),
  distance_km: z.nullable(z.int()),
  price_from_kobo: z.nullable(kobo),
})

export type OperatorRoute = z.output<typeof OperatorRoute>

/** A motor park where the operator's buses stop. Coordinates are null if unknown. */
const OperatorPark = z.object({
  code: z.string(),
  name: z.string(),
  city: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
})

/** A class of the operator's vehicles. `amenities`: those that some of its trips with this class have. */
const FleetClass = z.object({
  code: z.string(),
  name: z.string(),
  size: z.enum(vehicleSizes),
  seats: z.int(),
  amenities: z.array(z.enum(amenities)),
})

/**
 * Counts of the departures of the last 90 days. `counted`: those with a report or door checks. `on_time`: how many of
 * these left within `onTimeMinutes`. `cancelled`: how many departures were cancelled.
 */
export const Punctuality = z.object({
  days: z.int(),
  counted: z.int(),
  on_time: z.int(),
  cancelled: z.int(),
  counted_at: z.nullable(instant),
})

export type Punctuality = z.output<typeof Punctuality>

/** An operator's licence as checked by our staff. `is_valid`: not expired. */
export const Licence = z.object({
  number: z.string(),
  checked_on: day,
  valid_until: day,
  is_valid: z.boolean(),
})

/**
 * An operator's page. Each list begins with the most frequent entries and has at most 60 of them, the list of routes at
 * most 40; the search finds the other routes. The counts include all entries.
 */
export const OperatorDetail = z.extend(OperatorSummary, {
  phone: z.nullable(z.string()),
  luggage: z.string(),
  insurer: z.nullable(z.string()),
  refund_policy: z.string(),
  served: z.array(z.extend(Named, { state: z.string() })),
  road_list: z.array(OperatorRoute),
  parks: z.array(OperatorPark),
  fleet: z.array(FleetClass),
  punctuality: Punctuality,
  licence: z.nullable(Licence),
})

export type OperatorDetail = z.output<typeof OperatorDetail>
