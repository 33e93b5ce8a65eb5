import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'

/* A search in the address: each filter is a parameter, a list is written `a,b`, the page is `page`. */

/** The known search parameters of an address; the server validates them. */
export function readSearch<Search extends object>(
  params: URLSearchParams,
  names: readonly (keyof Search & string)[],
): Search {
  const said = names.flatMap((name) => {
    const value = params.get(name) ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(said) as Search
}

/** The values of a list `a,b`. */
export const chosenValues = (params: URLSearchParams, name: string) =>
  (params.get(name) ?? '').split(',').filter((value) => value !== '')

/** How many values of these filters are chosen. */
export const countChosen = (params: URLSearchParams, names: readonly string[]) =>
  names.reduce((sum, name) => sum + chosenValues(params, name).length, 0)

/** The address with one parameter changed (empty: removed), at the first page. */
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

/** The address with one value of a list switched on or off, at the first page. */
export function withToggledValue(
  params: URLSearchParams,
  name: string,
  value: string,
): URLSearchParams {
  const before = chosenValues(params, name)
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return withParameter(params, name, after.join(','))
}

/** The address without these parameters, at the first page. */
export function withoutParameters(
  params: URLSearchParams,
  names: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of [...names, 'page']) next.delete(name)
  return next
}

/**
 * The search in the address and a function to change it. It returns the new search at once, although the router
 * renders later.
 */
export function useSearchAddress(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [params, setParams] = useSearchParams()
  const [shown, show] = useOptimistic(params)
  const go = (next: URLSearchParams) =>
    startTransition(() => {
      show(next)
      setParams(next, { replace: true })
    })
  return [shown, go]
}
