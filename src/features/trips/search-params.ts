import type { Place } from '#contract/lookups/model'
import type { findTrips } from '#contract/trips/endpoints'
import { placeCode } from '#contract/trips/rules'
import type { CallInput } from '#lib/api'
import { withoutParameters, countChosen } from '#ui/lists/address'
import { foldAccents } from '#lib/format'

export type Search = CallInput<typeof findTrips>
/** The part of a search that narrows an answer down. Each is a list `a,b` in the address. */
export const filterNames = ['departs', 'operator', 'vehicle_size', 'amenity', 'park'] as const
export type FilterName = (typeof filterNames)[number]

/** Parameters of an address besides places and day; campaign tags and others are ignored. */
const known: ReadonlySet<string> = new Set<keyof Search>([
  ...filterNames,
  'passengers',
  'sort',
  'max_fare_kobo',
  'arrives_before',
  'page',
])

/**
 * The search in an address; undefined while a place or the day is missing. Places may be codes or, from the plain
 * form, names.
 */
export function searchFrom(params: URLSearchParams, places: readonly Place[]): Search | undefined {
  const from = findPlaceCode(params.get('from') ?? '', places)
  const to = findPlaceCode(params.get('to') ?? '', places)
  const date = params.get('date') ?? ''
  if (from === '' || to === '' || date === '') return undefined
  const rest = [...params].filter(([name, value]) => known.has(name) && value !== '')
  return { ...Object.fromEntries(rest), from, to, date }
}

/**
 * A place's code from its code, name or alias, without regard to accents and case; a likely one for an unknown text.
 */
export function findPlaceCode(written: string, places: readonly Place[]): string {
  const wanted = foldAccents(written.trim())
  const exact = places.find((place) => foldAccents(place.code) === wanted)
  const named = exact ?? places.find((place) => foldAccents(place.name) === wanted)
  const known = named ?? places.find(({ aliases }) => aliases?.includes(wanted))
  return known?.code ?? placeCode(written)
}

/** A place's name; for an unknown code its words: `port-harcourt` → Port Harcourt. */
export function findPlaceName(code: string, places: readonly Place[]): string {
  const known = places.find((place) => place.code === code)?.name
  if (known !== undefined || !/^[a-z-]+$/.test(code)) return known ?? code
  return code.replaceAll('-', ' ').replaceAll(/\b[a-z]/g, (one) => one.toUpperCase())
}

const narrowing = [...filterNames, 'max_fare_kobo', 'arrives_before']

/** How many filters narrow this search. */
export const countFilters = (params: URLSearchParams) => countChosen(params, narrowing)

/** The address without filters. */
export const withoutFilters = (params: URLSearchParams) => withoutParameters(params, narrowing)
