import { listFuelMonitors, listFuelStations } from '#contract/fuel/endpoints'
import {
  listCurrencies,
  listVehicleTypes,
  listLocations,
  listParcelAddOns,
  listParcelRoutes,
  listParcelSizes,
  listParcelTypes,
  listServiceTypes,
} from '#contract/lookups/endpoints'
import { listPopularRoutes } from '#contract/trips/endpoints'
import { listAnnouncements } from '#contract/notifications/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { lookupQuery, codeAndNameShape } from './lookup-query.ts'
import { citiesQuery, connectionsQuery, passengerTypesQuery } from './queries.ts'

/**
 * Query options for the sizes of parcels. As the specification requires, a failure without data results in null and is
 * only logged.
 */
export const parcelSizesQuery = lookupQuery(
  'parcel_sizes',
  listParcelSizes,
  { ...codeAndNameShape, hint: 'string' },
  {
    otherwise: (error) => {
      console.info('The sizes of parcels could not be loaded.', error)
      return null
    },
  },
)

/** Query options for the ten newest announcements. */
export const announcementsQuery = lookupQuery(
  'announcements',
  listAnnouncements,
  { title: 'string', body: 'string', published_at: 'instant' },
  { input: { per_page: 10, page: 1 } },
)

/** Query options for the busiest routes with their fares. */
export const popularRoutesQuery = lookupQuery('popular_roads', listPopularRoutes, {
  from: codeAndNameShape,
  to: codeAndNameShape,
  fare_from_kobo: 'number',
  date: 'instant',
})

/** Query options for lists without special rules. */
export const serviceTypesQuery = lookupQuery('service_types', listServiceTypes, codeAndNameShape)
export const locationsQuery = lookupQuery('parcel_locations', listLocations, {
  ...codeAndNameShape,
  city: 'string',
  state: 'string',
  address: 'string',
})
export const currenciesQuery = lookupQuery('currencies', listCurrencies, codeAndNameShape)
export const parcelRoutesQuery = lookupQuery('parcel_routes', listParcelRoutes, {
  ...codeAndNameShape,
  from_city: 'string',
  to_city: 'string',
})
export const parcelAddOnsQuery = lookupQuery('parcel_add_ons', listParcelAddOns, codeAndNameShape)
export const parcelTypesQuery = lookupQuery('parcel_types', listParcelTypes, codeAndNameShape)
export const vehicleTypesQuery = lookupQuery('vehicle_types', listVehicleTypes, {
  ...codeAndNameShape,
  label: 'string',
})
const fuelStationsQuery = lookupQuery('fuel_stations', listFuelStations, codeAndNameShape)
const fuelMonitorsQuery = lookupQuery('fuel_monitors', listFuelMonitors, {
  station: 'string',
  state: 'string',
  fuel: 'string',
  price_kobo: 'number',
  as_of: 'instant',
})

/** The lists from which the price and route of a parcel are chosen. */
export const parcelLists = {
  routes: parcelRoutesQuery,
  locations: locationsQuery,
  sizes: parcelSizesQuery,
  types: parcelTypesQuery,
  add_ons: parcelAddOnsQuery,
}

/** The filling stations whose prices people report, and the newest price of each. */
export const fuelLists = { stations: fuelStationsQuery, monitors: fuelMonitorsQuery }

/** Loads the lists in turn, without the popular routes, the most important first. Returns whether all were loaded. */
export async function fetchLookups(client: QueryClient): Promise<boolean> {
  const fetches = [
    () => client.fetchQuery(connectionsQuery),
    () => client.fetchQuery(passengerTypesQuery),
    () => client.fetchQuery(citiesQuery),
    () => client.fetchQuery(vehicleTypesQuery),
    () => client.fetchQuery(currenciesQuery),
    () => client.fetchQuery(announcementsQuery),
    () => client.fetchQuery(serviceTypesQuery),
    () => client.fetchQuery(locationsQuery),
    () => client.fetchQuery(parcelSizesQuery),
    () => client.fetchQuery(parcelTypesQuery),
    () => client.fetchQuery(parcelAddOnsQuery),
    () => client.fetchQuery(parcelRoutesQuery),
    () => client.fetchQuery(fuelStationsQuery),
    () => client.fetchQuery(fuelMonitorsQuery),
  ]
  let missed = 0
  for (const fetchList of fetches) await fetchList().catch(() => (missed += 1))
  return missed === 0
}
