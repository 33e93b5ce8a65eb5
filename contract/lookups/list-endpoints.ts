import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { City, Currency, VehicleType } from './model.ts'
import {
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
  ServiceType,
} from './parcel-lists.ts'

/* The lists that are not needed to search for a bus: a first visit loads them later. */

const nothingAsked = z.strictObject({})

export const listCities = endpoint({
  name: 'listCities',
  summary: 'All cities with a motor park',
  method: 'GET',
  path: '/v1/{p}/generals/cities',
  access: 'anyone',
  input: nothingAsked,
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
  input: nothingAsked,
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
  input: nothingAsked,
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
  input: nothingAsked,
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
  input: nothingAsked,
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
  input: nothingAsked,
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
  input: nothingAsked,
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
  input: nothingAsked,
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
  input: nothingAsked,
  output: z.array(ParcelSize),
  refusals: [],
  cache: 'lookup',
})
