import * as z from 'zod/mini'
import { vehicleSizes } from '#contract/lookups/rules'
import {
  code,
  commaList,
  count,
  day,
  instant,
  kobo,
  personName,
  phone,
  text,
  tripId,
  wholeNumber,
} from '#contract/shapes'
import { amenities, partsOfDay, tripSorts } from './rules.ts'

const Operator = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  logo: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  reviews: z.int(),
})

/** A vehicle. `seats`: those sold here; the operator may sell more at its counter. */
const Vehicle = z.object({
  name: z.string(),
  code: z.string(),
  size: z.enum(vehicleSizes),
  seats: z.int(),
  amenities: z.array(z.enum(amenities)),
})

/** One end of a trip: the city and the motor park in it. */
const TripEnd = z.object({
  city: z.object({ name: z.string(), code: z.string(), state: z.string() }),
  park: z.object({ name: z.string(), code: z.string() }),
})

/**
 * A trip as a search result. `fare_kobo`: what one adult pays including all fees; null if the operator has no fare.
 * `zone`: the time zone of the departure. `sales_closed`: the operator has closed its sales; seats may be free even so.
 */
export const TripSummary = z.object({
  id: tripId,
  operator: Operator,
  vehicle: Vehicle,
  from: TripEnd,
  to: TripEnd,
  departs_at: instant,
  arrives_at: instant,
  service_date: day,
  zone: z.string(),
  duration_minutes: z.int(),
  distance_km: z.nullable(z.int()),
  seats_left: z.int(),
  fare_kobo: z.nullable(kobo),
  refund_policy: z.string(),
  is_night_arrival: z.boolean(),
  status: z.enum(['scheduled', 'boarding', 'departed', 'cancelled']),
  sales_closed: z.optional(z.boolean()),
})

export type TripSummary = z.output<typeof TripSummary>

/**
 * A trip in a list of trips on sale. `seats_held`: seats held by people who have not paid yet, some of which may become
 * free. A trip is sold out only if no seat is left and none is held.
 */
export const ListedTrip = z.extend(TripSummary, { seats_held: z.int() })

export type ListedTrip = z.output<typeof ListedTrip>

export const TripQuery = z.strictObject({
  from: code,
  to: code,
  date: day,
  passengers: z._default(count(1, 6), 1),
  sort: z._default(z.enum(tripSorts), 'departure'),
  operator: z.optional(commaList(code, 20)),
  vehicle_size: z.optional(commaList(z.enum(vehicleSizes), 3)),
  amenity: z.optional(commaList(z.enum(amenities), 8)),
  departs: z.optional(commaList(z.enum(partsOfDay), 4)),
  park: z.optional(commaList(code, 20)),
  max_fare_kobo: z.optional(count(0, 1_000_000_000)),
  /** Only trips that arrive before this time, `HH:MM`, on the day of departure. */
  arrives_before: z.optional(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time like 18:00.')),
  ),
  page: z._default(count(1, 500), 1),
})

/** A filter value and how many trips it would leave in combination with the other filters. */
const Facet = z.object({ code: z.string(), trips: z.int() })

const NamedFacet = z.extend(Facet, { name: z.string() })

/** A city or motor park of a search. `city_code`: its city; missing in answers that an older version has stored. */
const SearchedPlace = z.object({
  name: z.string(),
  code: z.string(),
  city_code: z.optional(z.string()),
})

/**
 * A day near the requested one. `trips`: how many are on sale, 0 if none of them has enough seats; `fare_kobo`: the
 * cheapest fare with enough seats, null if there is none or it is unknown. `is_full`: trips are on sale, and none has
 * enough seats.
 */
const DayOfTrips = z.object({
  date: day,
  fare_kobo: z.nullable(kobo),
  trips: z.int(),
  is_full: z.boolean(),
})

/**
 * About all trips that a search found, not only those on this page. `total` counts them all, `with_seats` those with
 * enough seats; trips with too few seats or closed sales come last. `facets`: how many trips each filter would leave.
 * `daylight`: arrivals before 6 PM. `least_fare_kobo`: the lowest fare with enough seats under the other filters.
 * `max_fare_kobo`: the highest fare of the day. `nearby` and `next_days`: suggestions if no trip has enough seats. On a
 * day with more than 300 departures, only the first 300 (at the requested hours, of the requested operators) are
 * counted; `week` and `next_days` count at most 1,000 a day, or 60 for a busy pair of cities.
 */
export const TripsMeta = z.object({
  total: z.int(),
  with_seats: z.int(),
  page: z.int(),
  per_page: z.int(),
  from: SearchedPlace,
  to: SearchedPlace,
  week: z.array(DayOfTrips),
  facets: z.object({
    operators: z.array(NamedFacet),
    parks: z.array(NamedFacet),
    departs: z.array(Facet),
    vehicle_sizes: z.array(Facet),
    amenities: z.array(Facet),
    daylight: z.int(),
    least_fare_kobo: z.nullable(kobo),
    max_fare_kobo: z.nullable(kobo),
  }),
  next_days: z.array(DayOfTrips),
  nearby: z.array(
    z.object({
      from: z.object({ name: z.string(), code: z.string() }),
      to: z.object({ name: z.string(), code: z.string() }),
      distance_km: z.int(),
      trips: z.int(),
    }),
  ),
})

/** A seat. `row` and `column` count from 1, starting at the front left. */
export const Seat = z.object({
  number: z.int(),
  row: z.int(),
  column: z.int(),
  kind: z.enum(['front', 'window', 'aisle', 'middle', 'rear']),
  state: z.enum(['free', 'held', 'sold', 'blocked']),
  fare_kobo: z.nullable(kobo),
})

export type Seat = z.output<typeof Seat>

/** Parts of a vehicle besides seats, for drawing it. */
const Fixture = z.object({
  kind: z.enum(['driver', 'door', 'toilet', 'conductor']),
  row: z.int(),
  column: z.int(),
})

export const ParkDetail = z.object({
  name: z.string(),
  code: z.string(),
  address: z.string(),
  phone: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  city: z.object({ name: z.string(), code: z.string(), state: z.string() }),
})

export type ParkDetail = z.output<typeof ParkDetail>

export const TripDetail = z.extend(TripSummary, {
  layout: z.object({ rows: z.int(), columns: z.int(), fixtures: z.array(Fixture) }),
  seats: z.array(Seat),
  from_park: ParkDetail,
  to_park: ParkDetail,
  operator_phone: z.nullable(z.string()),
  operator_about: z.string(),
  luggage: z.string(),
  plate: z.nullable(z.string()),
  reporting_at: instant,
  sales_close_at: instant,
  insurer: z.nullable(z.string()),
  fare_lines: z.array(z.object({ label: z.string(), amount_kobo: z.int() })),
  stops: z.array(
    z.object({
      park: z.string(),
      city: z.string(),
      arrives_at: instant,
      departs_at: instant,
      on_trip: z.boolean(),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
})

export type TripDetail = z.output<typeof TripDetail>

const City = z.object({ name: z.string(), code: z.string(), state: z.string() })

/**
 * A route between two cities on `date`, the next day with departures. `minutes`: the usual duration. `first_at`,
 * `last_at`: first and last departure of that day; `last_at` is null if there are more departures than a search reads,
 * and `departures` then counts only those that it reads. `fare_from_kobo`: the cheapest free seat of the next
 * `fromPriceDays` days, including all fees; null if there is none with a known fare. `fare_from_date`: the first day on
 * which a search finds it. `operators`: includes those that have a price but do not run on `date`; their `departures`
 * is 0.
 */
export const CityRoute = z.object({
  from: City,
  to: City,
  date: z.nullable(day),
  zone: z.string(),
  departures: z.int(),
  distance_km: z.nullable(z.int()),
  minutes: z.nullable(z.int()),
  first_at: z.nullable(instant),
  last_at: z.nullable(instant),
  fare_from_kobo: z.nullable(kobo),
  fare_from_date: z.nullable(day),
  operators: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      rating: z.nullable(z.number()),
      departures: z.int(),
      first_at: z.nullable(instant),
      fare_from_kobo: z.nullable(kobo),
      fare_from_date: z.nullable(day),
    }),
  ),
  parks: z.array(z.object({ code: z.string(), name: z.string(), departures: z.int() })),
})

export type CityRoute = z.output<typeof CityRoute>

/** Two cities between which a bus runs. */
export const CityPair = z.object({ from: City, to: City })

export type CityPair = z.output<typeof CityPair>

/** A busy route with its price “from”: what an adult pays for the cheapest seat, and when that trip leaves. */
export const PopularRoute = z.object({
  from: z.object({ name: z.string(), code: z.string() }),
  to: z.object({ name: z.string(), code: z.string() }),
  fare_from_kobo: kobo,
  date: day,
})

export type PopularRoute = z.output<typeof PopularRoute>

/** The longest delay, in minutes. A bus that leaves even later is another departure. */
const longestDelayMinutes = 1440

export const departureId = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,3}\.\d{1,3})?$/,
      'This is not one of our trips.',
    ),
  )

/** An operator's report about a departure. Omitted fields do not change. */
export const TripStatusInput = z.strictObject({
  id: departureId,
  delay_minutes: z.optional(wholeNumber(0, longestDelayMinutes)),
  plate: z.optional(z.nullable(text(3, 16))),
  note: z.optional(z.nullable(text(1, 140))),
  /** The driver's name, visible to people with whom a traveller shares the trip. */
  driver_name: z.optional(z.nullable(personName)),
  driver_phone: z.optional(z.nullable(phone)),
})

/** Whether the sales of a departure are closed from now on. */
export const TripSalesInput = z.strictObject({ id: departureId, closed: z.boolean() })
