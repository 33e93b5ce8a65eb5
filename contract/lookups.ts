import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { code, kobo } from './shapes.ts'

const nothingAsked = z.strictObject({})

export const City = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type City = z.output<typeof City>

/** The cities that can be chosen before the first list has come. */
export const fallbackCities = ['Abuja', 'Ibadan', 'Lagos', 'Port Harcourt'] as const

/** A place to start from or go to: a city, or one motor park in it (`kind`). `code` goes into searches. */
export const Place = z.object({
  kind: z.enum(['city', 'park']),
  code: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
})
export type Place = z.output<typeof Place>

export const listCities = endpoint({
  name: 'listCities',
  summary: 'All cities that have a motor park',
  method: 'GET',
  path: '/v1/{p}/generals/cities',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(City),
  refusals: [],
  cache: 'lookup',
})

export const listConnections = endpoint({
  name: 'listConnections',
  summary: 'Where trips start and where they go; with `from`, only what can be reached from there',
  method: 'GET',
  path: '/v1/{p}/connections/routes',
  access: 'anyone',
  input: z.strictObject({ from: z.optional(code) }),
  output: z.object({ from_cities: z.array(Place), to_cities: z.array(Place) }),
  refusals: [],
  cache: 'lookup',
})

/** `fare_percent`: share of the adult fare. */
export const PassengerType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  fare_percent: z.int(),
  hint: z.string(),
})
export type PassengerType = z.output<typeof PassengerType>

export const listPassengerTypes = endpoint({
  name: 'listPassengerTypes',
  summary: 'Kinds of passengers and their share of the fare',
  method: 'GET',
  path: '/v1/{p}/generals/passenger-types',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(PassengerType),
  refusals: [],
  cache: 'lookup',
})

export const vehicleSizes = ['small', 'medium', 'large'] as const

export const VehicleType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  label: z.string(),
  value: z.string(),
  seats: z.int(),
  size: z.enum(vehicleSizes),
})
export type VehicleType = z.output<typeof VehicleType>

export const listVehicleTypes = endpoint({
  name: 'listVehicleTypes',
  summary: 'Kinds of vehicles with their size and number of seats',
  method: 'GET',
  path: '/v1/{p}/generals/vehicle-types',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(VehicleType),
  refusals: [],
  cache: 'lookup',
})

export const Currency = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  symbol: z.string(),
})

export const listCurrencies = endpoint({
  name: 'listCurrencies',
  summary: 'Currencies we take',
  method: 'GET',
  path: '/v1/{p}/generals/currencies',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(Currency),
  refusals: [],
  cache: 'lookup',
})

/** How a thing is carried: on the next departure, on a certain one, to the door. */
export const ServiceType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
})
export type ServiceType = z.output<typeof ServiceType>

export const listServiceTypes = endpoint({
  name: 'listServiceTypes',
  summary: 'Services a customer can ask for',
  method: 'GET',
  path: '/v1/{p}/generals/service-types',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(ServiceType),
  refusals: [],
  cache: 'lookup',
})

/** A counter at a motor park that takes in and gives out parcels. */
export const ParcelLocation = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  city: z.string(),
  state: z.string(),
  address: z.string(),
})
export type ParcelLocation = z.output<typeof ParcelLocation>

export const listLocations = endpoint({
  name: 'listLocations',
  summary: 'Where parcels can be dropped off and picked up',
  method: 'GET',
  path: '/v1/{p}/generals/locations',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(ParcelLocation),
  refusals: [],
  cache: 'lookup',
})

/** A road that parcels travel, between two cities (their codes). `base_kobo`: the first five kilograms, before VAT. */
export const ParcelRoute = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  from_city: z.string(),
  to_city: z.string(),
  distance_km: z.int(),
  base_kobo: kobo,
})
export type ParcelRoute = z.output<typeof ParcelRoute>

export const listParcelRoutes = endpoint({
  name: 'listParcelRoutes',
  summary: 'Roads that parcels travel',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/routes',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(ParcelRoute),
  refusals: [],
  cache: 'lookup',
})

export const ParcelAddOn = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
  price_kobo: kobo,
})
export type ParcelAddOn = z.output<typeof ParcelAddOn>

export const listParcelAddOns = endpoint({
  name: 'listParcelAddOns',
  summary: 'What can be added to a parcel, before VAT',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/add-ons',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(ParcelAddOn),
  refusals: [],
  cache: 'lookup',
})

/** `restricted` goods travel only under the condition that `hint` names. */
export const ParcelType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
  restricted: z.boolean(),
})
export type ParcelType = z.output<typeof ParcelType>

export const listParcelTypes = endpoint({
  name: 'listParcelTypes',
  summary: 'Kinds of goods',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/types',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(ParcelType),
  refusals: [],
  cache: 'lookup',
})

/** The most a parcel of this size measures and weighs. `price_percent`: share of the route's base price. */
export const ParcelSize = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
  length_cm: z.int(),
  width_cm: z.int(),
  height_cm: z.int(),
  weight_grams: z.int(),
  price_percent: z.int(),
})
export type ParcelSize = z.output<typeof ParcelSize>

export const listParcelSizes = endpoint({
  name: 'listParcelSizes',
  summary: 'Sizes of parcels, the smallest first',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/sizes',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(ParcelSize),
  refusals: [],
  cache: 'lookup',
})
