import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, count, instant, page, PageMeta, perPage, tripId } from '#contract/shapes'
import {
  TripSalesInput,
  TripStatusInput,
  CityPair,
  ListedTrip,
  ParkDetail,
  PopularRoute,
  CityRoute,
  TripDetail,
  TripQuery,
  TripsMeta,
} from './model.ts'

export const findTrips = endpoint({
  name: 'findTrips',
  summary: 'Trips from one place to another on a day, compared',
  method: 'GET',
  path: '/v1/{p}/trips',
  access: 'anyone',
  shared_cache_s: 10,
  input: TripQuery,
  output: z.array(ListedTrip),
  meta: TripsMeta,
  refusals: ['not_found'],
})

export const getTrip = endpoint({
  name: 'getTrip',
  summary: 'One trip with its seat map, parks, luggage, policy and stops',
  method: 'GET',
  path: '/v1/{p}/trips/{id}',
  access: 'anyone',
  shared_cache_s: 2,
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
  shared_cache_s: 10,
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
  shared_cache_s: 10,
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
  shared_cache_s: 10,
  input: z.strictObject({ park: code, page: z._default(count(1, 50), 1) }),
  output: z.array(ListedTrip),
  meta: z.object({ page: z.int(), per_page: z.int() }),
  refusals: ['not_found'],
})

export const updateTripStatus = endpoint({
  name: 'updateTripStatus',
  summary: 'The operator reports a delay, another vehicle or a note; the travellers are told',
  method: 'POST',
  path: '/v1/{p}/trips/{id}/status',
  access: 'operator',
  scope: 'counter',
  input: TripStatusInput,
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

export const setTripSales = endpoint({
  name: 'setTripSales',
  summary: 'Closes the sales of one of my departures at once, or opens them again',
  method: 'POST',
  path: '/v1/{p}/trips/{id}/sales',
  access: 'operator',
  scope: 'counter',
  input: TripSalesInput,
  output: z.object({ id: z.string(), sales_closed: z.boolean() }),
  refusals: ['not_found'],
  idempotency: 'required',
})

export const getRoute = endpoint({
  name: 'getRoute',
  summary:
    'A route between two cities: distance, duration, lowest price, first and last bus, operators',
  method: 'GET',
  path: '/v1/{p}/roads/{from}/{to}',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ from: code, to: code }),
  output: CityRoute,
  refusals: ['not_found'],
})

export const listRoutes = endpoint({
  name: 'listRoutes',
  summary: 'Every route between two cities by name, of one city when asked',
  method: 'GET',
  path: '/v1/{p}/routes',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ from: z.optional(code), page, per_page: perPage(50) }),
  output: z.array(CityPair),
  meta: PageMeta,
  refusals: [],
})

export const listPopularRoutes = endpoint({
  name: 'listPopularRoutes',
  summary: 'The busiest routes, each with its cheapest fare of the coming week',
  method: 'GET',
  path: '/v1/{p}/roads',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(PopularRoute),
  refusals: [],
  cache: 'lookup',
})
