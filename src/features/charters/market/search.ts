import { parseSearch, withoutParameters, countChosenValues } from '#ui/lists/url-search'
import type { VehicleSearch } from './queries.ts'

/** The URL parameters that make up a search of the marketplace. The others are values for the forms. */
const fieldNames = [
  'city',
  'date',
  'days',
  'seats',
  'size',
  'amenities',
  'max_day_kobo',
  'operator',
  'sort',
  'page',
] as const satisfies readonly (keyof VehicleSearch)[]

/**
 * Returns the search in the parameters of a URL. Parameters that are not part of a search are ignored. The vehicles
 * near a city begin with the nearest ones, unless the person sorts them.
 */
export const parseVehicleSearch = (params: URLSearchParams): VehicleSearch => ({
  ...parseSearch<VehicleSearch>(params, fieldNames),
  sort: findVehicleSort(params),
})

/** Returns how the vehicles are sorted; an unknown order is left to the server, which refuses it. */
export const findVehicleSort = (params: URLSearchParams) =>
  (params.get('sort') || (params.get('city') ? 'distance' : 'price')) as NonNullable<
    VehicleSearch['sort']
  >

const filters = ['size', 'amenities', 'max_day_kobo', 'operator', 'seats'] as const

/** Counts the filters that are chosen in the panel. The days and the city are not counted. */
export const countVehicleFilters = (params: URLSearchParams) => countChosenValues(params, filters)

/** Returns the URL without its filters, at the first page. The days, the city and the sorting remain. */
export const removeVehicleFilters = (params: URLSearchParams) => withoutParameters(params, filters)

/** Returns the URL without filters and city, at the first page. */
export const removeAllVehicleFilters = (params: URLSearchParams) =>
  withoutParameters(params, [...filters, 'city'])
