import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, text } from '#contract/shapes'
import {
  City,
  Currency,
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
  PassengerType,
  Place,
  ServiceType,
  VehicleType,
} from './model.ts'

export const listConnections = endpoint({
  name: 'listConnections',
  summary:
    'Cities where trips start and end, busiest first; with `from` (a motor park counts as its city), only destinations reachable from there',
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
  summary: 'The ten cities and motor parks that best match the typed text, by name or short name',
  method: 'GET',
  path: '/v1/{p}/places',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ q: text(2, 64) }),
  output: z.array(Place),
  refusals: [],
})

export const listPassengerTypes = endpoint({
  name: 'listPassengerTypes',
  summary: 'Traveller types and their share of the fare',
  method: 'GET',
  path: '/v1/{p}/generals/passenger-types',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(PassengerType),
  refusals: [],
  cache: 'lookup',
})

/* Below: lists that a search for a bus does not need, so a first visit loads them later. */

const emptyInput = z.strictObject({})

export const listCities = endpoint({
  name: 'listCities',
  summary: 'All cities with a motor park',
  method: 'GET',
  path: '/v1/{p}/generals/cities',
  access: 'anyone',
  input: emptyInput,
  output: z.array(City),
  refusals: [],
  cache: 'lookup',
})

export const listVehicleTypes = endpoint({
  name: 'listVehicleTypes',
  summary: 'Vehicle types with their size and number of seats',
  method: 'GET',
  path: '/v1/{p}/generals/vehicle-types',
  access: 'anyone',
  input: emptyInput,
  output: z.array(VehicleType),
  refusals: [],
  cache: 'lookup',
})

export const listCurrencies = endpoint({
  name: 'listCurrencies',
  summary: 'Currencies we take',
  method: 'GET',
  path: '/v1/{p}/generals/currencies',
  access: 'anyone',
  input: emptyInput,
  output: z.array(Currency),
  refusals: [],
  cache: 'lookup',
})

export const listServiceTypes = endpoint({
  name: 'listServiceTypes',
  summary: 'Parcel services',
  method: 'GET',
  path: '/v1/{p}/generals/service-types',
  access: 'anyone',
  input: emptyInput,
  output: z.array(ServiceType),
  refusals: [],
  cache: 'lookup',
})

export const listLocations = endpoint({
  name: 'listLocations',
  summary: 'Where parcels can be dropped off and picked up',
  method: 'GET',
  path: '/v1/{p}/generals/locations',
  access: 'anyone',
  input: emptyInput,
  output: z.array(ParcelLocation),
  refusals: [],
  cache: 'lookup',
})

export const listParcelRoutes = endpoint({
  name: 'listParcelRoutes',
  summary: 'Parcel routes',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/routes',
  access: 'anyone',
  input: emptyInput,
  output: z.array(ParcelRoute),
  refusals: [],
  cache: 'lookup',
})

export const listParcelAddOns = endpoint({
  name: 'listParcelAddOns',
  summary: 'Parcel add-ons with their price before VAT',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/add-ons',
  access: 'anyone',
  input: emptyInput,
  output: z.array(ParcelAddOn),
  refusals: [],
  cache: 'lookup',
})

export const listParcelTypes = endpoint({
  name: 'listParcelTypes',
  summary: 'Kinds of goods',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/types',
  access: 'anyone',
  input: emptyInput,
  output: z.array(ParcelType),
  refusals: [],
  cache: 'lookup',
})

export const listParcelSizes = endpoint({
  name: 'listParcelSizes',
  summary: 'Parcel sizes, smallest first',
  method: 'GET',
  path: '/v1/{p}/generals/parcels/sizes',
  access: 'anyone',
  input: emptyInput,
  output: z.array(ParcelSize),
  refusals: [],
  cache: 'lookup',
})
