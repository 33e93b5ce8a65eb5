import { askedIn, cleared, countChosen } from '#ui/lists/address'
import type { VehicleSearch } from './queries.ts'

/** What an address may ask of the marketplace; everything else in it is for the forms behind. */
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

/** The search that an address asks for. */
export const searchFrom = (params: URLSearchParams) => askedIn<VehicleSearch>(params, asked)

const filters = ['size', 'amenities', 'max_day_kobo', 'operator', 'seats', 'city'] as const

/** How many filters narrow this search. */
export const countFilters = (params: URLSearchParams) => countChosen(params, filters)

/** The address without filters; the day stays. */
export const withoutFilters = (params: URLSearchParams) => cleared(params, filters)
