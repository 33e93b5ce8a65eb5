import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { vehicleSizes } from './lookups.ts'
import { code, commaList, count, day, instant, kobo, text, tripId, wholeNumber } from './shapes.ts'

export const amenities = [
  'ac',
  'wifi',
  'usb',
  'tv',
  'toilet',
  'meal',
  'reclining',
  'luggage',
] as const
export const partsOfDay = ['early', 'morning', 'afternoon', 'evening'] as const
export const tripSorts = ['price', 'departure', 'duration', 'rating'] as const

export const Operator = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  logo: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  reviews: z.int(),
})

export const Vehicle = z.object({
  name: z.string(),
  code: z.string(),
  size: z.enum(vehicleSizes),
  seats: z.int(),
  amenities: z.array(z.enum(amenities)),
})

/** One end of a trip: the city and the motor park in it. */
export const TripEnd = z.object({
  city: z.object({ name: z.string(), code: z.string(), state: z.string() }),
  park: z.object({ name: z.string(), code: z.string() }),
})

/**
 * A trip as a result shows it. `fare_kobo` is what one adult pays in all, every fee included, and is
 * null when the operator has told no fare. `local` times are those of the departure's zone.
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
})
export type TripSummary = z.output<typeof TripSummary>

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
  page: z._default(count(1, 500), 1),
})

/**
 * `facets` counts what each filter would leave; `nearby` and `next_days` fill an empty result. Of a day
 * with more than 1,000 departures, the first 1,000 (of the hours and operators asked for) are looked at and
 * counted; `week` and `next_days` count at most as many, and their fares are of the cheapest runs.
 */
export const TripsMeta = z.object({
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  from: z.object({ name: z.string(), code: z.string() }),
  to: z.object({ name: z.string(), code: z.string() }),
  week: z.array(z.object({ date: day, fare_kobo: z.nullable(kobo), trips: z.int() })),
  facets: z.object({
    operators: z.array(z.object({ code: z.string(), name: z.string(), trips: z.int() })),
    parks: z.array(z.object({ code: z.string(), name: z.string(), trips: z.int() })),
    max_fare_kobo: z.nullable(kobo),
  }),
  next_days: z.array(z.object({ date: day, fare_kobo: z.nullable(kobo), trips: z.int() })),
  nearby: z.array(
    z.object({
      from: z.object({ name: z.string(), code: z.string() }),
      to: z.object({ name: z.string(), code: z.string() }),
      distance_km: z.int(),
      trips: z.int(),
    }),
  ),
})

export const findTrips = endpoint({
  name: 'findTrips',
  summary: 'Trips from one place to another on a day, compared',
  method: 'GET',
  path: '/v1/{p}/trips',
  access: 'anyone',
  input: TripQuery,
  output: z.array(TripSummary),
  meta: TripsMeta,
  refusals: ['not_found'],
})

/** `kind` tells where a seat is; `row` and `column` count from 1, front left. */
export const Seat = z.object({
  number: z.int(),
  row: z.int(),
  column: z.int(),
  kind: z.enum(['front', 'window', 'aisle', 'middle', 'rear']),
  state: z.enum(['free', 'held', 'sold', 'blocked']),
  fare_kobo: z.nullable(kobo),
})
export type Seat = z.output<typeof Seat>

/** What stands in a vehicle besides seats, so that a bus is drawn as a bus. */
export const Fixture = z.object({
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
    }),
  ),
})
export type TripDetail = z.output<typeof TripDetail>

export const getTrip = endpoint({
  name: 'getTrip',
  summary: 'One trip with its seat map, parks, luggage, policy and stops',
  method: 'GET',
  path: '/v1/{p}/trips/{id}',
  access: 'anyone',
  input: z.strictObject({ id: tripId }),
  output: TripDetail,
  refusals: ['not_found'],
})

export const listMotorParks = endpoint({
  name: 'listMotorParks',
  summary: 'Motor parks, of one city when asked',
  method: 'GET',
  path: '/v1/{p}/motor-parks',
  access: 'anyone',
  input: z.strictObject({ city: z.optional(code), page: z._default(count(1, 500), 1) }),
  output: z.array(ParkDetail),
  meta: z.object({ total: z.int(), page: z.int(), per_page: z.int() }),
  refusals: [],
})

export const getMotorPark = endpoint({
  name: 'getMotorPark',
  summary: 'One motor park',
  method: 'GET',
  path: '/v1/{p}/motor-parks/{park}',
  access: 'anyone',
  input: z.strictObject({ park: code }),
  output: ParkDetail,
  refusals: ['not_found'],
})

export const listDepartures = endpoint({
  name: 'listDepartures',
  summary: 'The ride board: what leaves a motor park next',
  method: 'GET',
  path: '/v1/{p}/motor-parks/{park}/departures',
  access: 'anyone',
  input: z.strictObject({ park: code, page: z._default(count(1, 50), 1) }),
  output: z.array(TripSummary),
  meta: z.object({ page: z.int(), per_page: z.int() }),
  refusals: ['not_found'],
})

/** The longest delay that can be told; what is later is another departure. */
const longestDelayMinutes = 1440

const departure = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,3}\.\d{1,3})?$/,
      'This is not one of our trips.',
    ),
  )

export const updateTripStatus = endpoint({
  name: 'updateTripStatus',
  summary:
    'The operator says that a departure is late or has another vehicle; its travellers are told',
  method: 'POST',
  path: '/v1/{p}/trips/{id}/status',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({
    id: departure,
    delay_minutes: z.optional(wholeNumber(0, longestDelayMinutes)),
    plate: z.optional(text(3, 16)),
    note: z.optional(z.nullable(text(1, 140))),
  }),
  output: z.object({
    id: z.string(),
    departs_at: instant,
    delay_minutes: z.int(),
    plate: z.nullable(z.string()),
    note: z.nullable(z.string()),
    bookings_told: z.int(),
  }),
  refusals: ['not_found'],
  idempotency: 'required',
})
