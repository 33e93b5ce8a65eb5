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

/** Returns the search in the parameters of a URL. Parameters that are not part of a search are ignored. */
export const parseVehicleSearch = (params: URLSearchParams) =>
  parseSearch<VehicleSearch>(params, fieldNames)

const filters = ['size', 'amenities', 'max_day_kobo', 'operator', 'seats', 'city'] as const

/** Counts the chosen filters in the URL. The days are not counted. */
export const countVehicleFilters = (params: URLSearchParams) => countChosenValues(params, filters)

/** Returns the URL without its filters, at the first page. The days and the sorting remain. */
export const removeVehicleFilters = (params: URLSearchParams) => withoutParameters(params, filters)
