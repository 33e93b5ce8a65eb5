import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'

/* Search parameters in the URL: each filter is a parameter, a list is written `a,b`, the page is `page`. */

/** Returns the known search parameters of a URL; the server validates them. */
export function parseSearch<Search extends object>(
  params: URLSearchParams,
  names: readonly (keyof Search & string)[],
): Search {
  const entries = names.flatMap((name) => {
    const value = params.get(name) ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries) as Search
}

/** Returns the values of a list `a,b`. */
export const listChosenValues = (params: URLSearchParams, name: string) =>
  (params.get(name) ?? '').split(',').filter((value) => value !== '')

/** Counts each value of a list: `a,b` counts as two. */
export const countChosenValues = (params: URLSearchParams, names: readonly string[]) =>
  names.reduce((sum, name) => sum + listChosenValues(params, name).length, 0)

/** Returns the URL with one parameter changed (empty: removed), at the first page. */
export function withParameter(
  params: URLSearchParams,
  name: string,
  value: string,
): URLSearchParams {
  const next = withoutParameters(params, [])
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** Returns the URL with one value of a list added or removed, at the first page. */
export function withToggledValue(
  params: URLSearchParams,
  name: string,
  value: string,
): URLSearchParams {
  const before = listChosenValues(params, name)
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return withParameter(params, name, after.join(','))
}

/** Returns the URL without these parameters, at the first page. */
export function withoutParameters(
  params: URLSearchParams,
  names: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of [...names, 'page']) next.delete(name)
  return next
}

/**
 * Returns the search in the URL and a function to change it. The new search is returned immediately, although the
 * router renders later.
 */
export function useUrlSearch(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [params, setParams] = useSearchParams()
  const [shown, show] = useOptimistic(params)
  const go = (next: URLSearchParams) =>
    startTransition(() => {
      show(next)
      setParams(next, { replace: true })
    })
  return [shown, go]
}
