import type { Place } from '#contract/lookups/model'
import type { findTrips } from '#contract/trips/endpoints'
import { makePlaceCode } from '#contract/trips/rules'
import type { CallInput } from '#lib/api'
import { withoutParameters, countChosenValues } from '#ui/lists/url-search'
import { foldAccents } from '#lib/format'

export type TripSearch = CallInput<typeof findTrips>
/** The search filters that allow several choices: each is a list `a,b` in the URL. Other filters have one value. */
export const filterNames = ['departs', 'operator', 'vehicle_size', 'amenity', 'park'] as const
export type FilterName = (typeof filterNames)[number]

/** Parameters of a search besides the places and the day. Others, such as campaign tags, are ignored. */
const known: ReadonlySet<string> = new Set<keyof TripSearch>([
  ...filterNames,
  'passengers',
  'sort',
  'max_fare_kobo',
  'arrives_before',
  'page',
])

/**
 * Reads the search from a URL; undefined if a place or the day is missing. Places may be codes or, from the plain form,
 * names.
 */
export function parseTripSearch(
  params: URLSearchParams,
  places: readonly Place[],
): TripSearch | undefined {
  const from = findPlaceCode(params.get('from') ?? '', places)
  const to = findPlaceCode(params.get('to') ?? '', places)
  const date = params.get('date') ?? ''
  if (from === '' || to === '' || date === '') return undefined
  const rest = [...params].filter(([name, value]) => known.has(name) && value !== '')
  return { ...Object.fromEntries(rest), from, to, date }
}

/**
 * Returns the code of a place given by its code, name or alias. Accents and case do not matter. For an unknown text,
 * returns a likely code.
 */
export function findPlaceCode(written: string, places: readonly Place[]): string {
  const wanted = foldAccents(written.trim())
  const exact = places.find((place) => foldAccents(place.code) === wanted)
  const named = exact ?? places.find((place) => foldAccents(place.name) === wanted)
  const known = named ?? places.find(({ aliases }) => aliases?.includes(wanted))
  return known?.code ?? makePlaceCode(written)
}

/** Returns the name of a place. For an unknown code, makes one from it: `port-harcourt` → Port Harcourt. */
export function findPlaceName(code: string, places: readonly Place[]): string {
  const known = places.find((place) => place.code === code)?.name
  if (known !== undefined || !/^[a-z-]+$/.test(code)) return known ?? code
  return code.replaceAll('-', ' ').replaceAll(/\b[a-z]/g, (one) => one.toUpperCase())
}

const narrowing = [...filterNames, 'max_fare_kobo', 'arrives_before']

export const countTripFilters = (params: URLSearchParams) => countChosenValues(params, narrowing)

/** Returns the URL without its filters, at the first page. */
export const removeTripFilters = (params: URLSearchParams) => withoutParameters(params, narrowing)
