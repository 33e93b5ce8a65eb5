import type { VehicleSearch } from './queries.ts'
import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'

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
export function searchFrom(params: URLSearchParams): VehicleSearch {
  const named = asked.flatMap((name) => {
    const value = params.get(name) ?? ''
    return value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(named) as VehicleSearch
}

/** The address with one parameter changed (empty: taken out); back to the first page. */
export function changed(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** The values of a list `a,b` in the address. */
export const chosen = (params: URLSearchParams, name: string) =>
  (params.get(name) ?? '').split(',').filter((value) => value !== '')

/** The address after one value of a list was switched on or off. */
export function toggled(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const before = chosen(params, name)
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return changed(params, name, after.join(','))
}

const filters = ['size', 'amenities', 'max_day_kobo', 'operator', 'seats', 'city'] as const

/** How many filters narrow this search. */
export const countFilters = (params: URLSearchParams) =>
  filters.reduce((sum, name) => sum + chosen(params, name).length, 0)

/** The address without filters; the day stays. */
export function cleared(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of [...filters, 'page']) next.delete(name)
  return next
}

/** The search in the address, and the way to change it; what was tapped is shown at once. */
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
