import type { Place } from '#contract/lookups/model'
import type { findTrips } from '#contract/trips/endpoints'
import type { CallInput } from '#lib/api'
import { folded } from '#lib/format'
import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'

export type Search = CallInput<typeof findTrips>
/** The part of a search that narrows an answer down. Each is a list `a,b` in the address. */
export const filterNames = ['departs', 'operator', 'vehicle_size', 'amenity', 'park'] as const
export type FilterName = (typeof filterNames)[number]

/** What an address may ask besides the places and the day; campaign marks and the like are left out. */
const known: ReadonlySet<string> = new Set<keyof Search>([
  ...filterNames,
  'passengers',
  'sort',
  'max_fare_kobo',
  'arrives_before',
  'page',
])

/**
 * The search that an address asks for, or undefined while a place or the day is missing. Places may be
 * codes or, from the plain form, names as people write them.
 */
export function searchFrom(params: URLSearchParams, places: readonly Place[]): Search | undefined {
  const from = codeOf(params.get('from') ?? '', places)
  const to = codeOf(params.get('to') ?? '', places)
  const date = params.get('date') ?? ''
  if (from === '' || to === '' || date === '') return undefined
  const rest = [...params].filter(([name, value]) => known.has(name) && value !== '')
  return { ...Object.fromEntries(rest), from, to, date }
}

/** A place's code from its code or its name, accents and case aside; what is unknown stays as it is. */
export function codeOf(written: string, places: readonly Place[]): string {
  const wanted = folded(written.trim())
  const exact = places.find((place) => folded(place.code) === wanted)
  const named = exact ?? places.find((place) => folded(place.name) === wanted)
  return named?.code ?? written.trim()
}

/** A place's name as people write it; a code that is not known yet stays as it is. */
export function nameOf(code: string, places: readonly Place[]): string {
  return places.find((place) => place.code === code)?.name ?? code
}

/** The values chosen for one filter. */
export function chosen(params: URLSearchParams, name: FilterName): string[] {
  return (params.get(name) ?? '').split(',').filter((value) => value !== '')
}

/** The address after one value of a filter was switched on or off; back to the first page. */
export function toggled(params: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const before = chosen(params, name)
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return changed(params, name, after.join(','))
}

/** The address with one parameter changed (empty: taken out); back to the first page. */
export function changed(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** How many filters narrow this search. */
export function countFilters(params: URLSearchParams): number {
  const lists = filterNames.reduce((sum, name) => sum + chosen(params, name).length, 0)
  return lists + ['max_fare_kobo', 'arrives_before'].filter((name) => params.has(name)).length
}

/** The address without filters. */
export function cleared(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of [...filterNames, 'max_fare_kobo', 'arrives_before', 'page']) next.delete(name)
  return next
}

/**
 * The search in the address and the way to change it. The router draws a new address when it has time;
 * what was tapped is shown at once.
 */
export function useAddress(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [params, setParams] = useSearchParams()
  const [shown, show] = useOptimistic(params)
  const go = (next: URLSearchParams) =>
    startTransition(() => {
      show(next)
      setParams(next, { replace: true })
    })
  return [shown, go]
}
