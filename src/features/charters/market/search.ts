import { readSearch, withoutParameters, countChosen } from '#ui/lists/address'
import type { VehicleSearch } from './queries.ts'

/** Search parameters of the marketplace; others belong to the forms. */
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

/** The search in an address. */
export const searchFrom = (params: URLSearchParams) => readSearch<VehicleSearch>(params, asked)

const filters = ['size', 'amenities', 'max_day_kobo', 'operator', 'seats', 'city'] as const

/** How many filters narrow this search. */
export const countFilters = (params: URLSearchParams) => countChosen(params, filters)

/** The address without filters; the day stays. */
export const withoutFilters = (params: URLSearchParams) => withoutParameters(params, filters)
