import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { code, text } from './shapes.ts'

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
  summary:
    'Cities where trips start and where they go; with `from` (a park counts as its city), only what can be reached from there',
  method: 'GET',
  path: '/v1/{p}/connections/routes',
  access: 'anyone',
  input: z.strictObject({ from: z.optional(code) }),
  output: z.object({ from_cities: z.array(Place), to_cities: z.array(Place) }),
  refusals: [],
  cache: 'lookup',
})

export const findPlaces = endpoint({
  name: 'findPlaces',
  summary: 'The ten cities and motor parks that are called most like what was typed',
  method: 'GET',
  path: '/v1/{p}/places',
  access: 'anyone',
  input: z.strictObject({ q: text(2, 64) }),
  output: z.array(Place),
  refusals: [],
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
