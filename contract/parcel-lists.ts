import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { kobo } from './shapes.ts'

const nothingAsked = z.strictObject({})

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
