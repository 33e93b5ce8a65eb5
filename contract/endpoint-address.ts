import type { Endpoint } from './endpoint.ts'
import { product } from './product.ts'

/** The names in a path's braces, in order, without the product's `{p}`. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== 'p')
}

/** The address below the origin for a call: `/api/v1/waka/trips/…?…`, every value encoded. */
export function addressOf(one: Endpoint, input: Record<string, unknown>): string {
  const inPath = new Set(pathNames(one.path))
  const path = one.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'p' ? product.slug : String(input[name])),
  )
  if (one.method !== 'GET' && one.method !== 'DELETE') return `/api${path}`
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (inPath.has(name) || value === undefined || value === '') continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const search = query.toString()
  return search === '' ? `/api${path}` : `/api${path}?${search}`
}
