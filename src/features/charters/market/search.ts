import { parseSearch, withoutParameters, countChosen } from '#ui/lists/address'
import type { VehicleSearch } from './queries.ts'

/** The search parameters of the marketplace. Other parameters belong to the forms. */
const asked = [
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

/** Reads the search from a URL. */
export const parseVehicleSearch = (params: URLSearchParams) =>
  parseSearch<VehicleSearch>(params, asked)

const filters = ['size', 'amenities', 'max_day_kobo', 'operator', 'seats', 'city'] as const

/** Counts the filters of this search. */
export const countFilters = (params: URLSearchParams) => countChosen(params, filters)

/** Returns the URL without its filters. The day remains. */
export const removeFilters = (params: URLSearchParams) => withoutParameters(params, filters)
