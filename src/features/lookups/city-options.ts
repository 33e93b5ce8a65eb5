import { compareText } from '#contract/order'
import { foldAccents } from '#lib/format'
import { useQuery } from '@tanstack/react-query'
import { citiesQuery, connectionsQuery } from './queries.ts'

/** A place of a list. `under` is displayed under its name: where it is, or how far away. */
export interface ListedPlace {
  value: string
  label: string
  under?: string
}

/**
 * Returns options for a choice of cities, sorted by name: `all` that have a motor park, or those where a trip `starts`.
 * Empty until loaded.
 */
export function useCityOptions(which: 'all' | 'starts' = 'all'): ListedPlace[] {
  const all = useQuery({ ...citiesQuery, enabled: which === 'all' }).data
  const starts = useQuery({ ...connectionsQuery, enabled: which === 'starts' }).data?.from_cities
  const cities: readonly { code: string; name: string; state?: string }[] | undefined =
    which === 'all' ? all : starts
  return (cities ?? [])
    .toSorted((a, b) => compareText(foldAccents(a.name), foldAccents(b.name)))
    .map(({ code, name, state }) => ({ value: code, label: name, ...(state && { under: state }) }))
}
