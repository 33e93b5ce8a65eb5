import { lookupPaths } from '#contract/lookups/paths'
import { product } from '#contract/product'
import { cacheNames } from '#contract/storage'
import { fetchWithToken } from './call-headers.ts'
import { fetchWithin, lookupTimeouts } from './timeouts.ts'

const { lookups } = cacheNames
const addresses = new Set(lookupPaths.map((path) => `/api${path.replace('{p}', product.slug)}`))

/** The query string that pages add to the URL of a list, by its path. */
const queryStrings: Record<string, string> = {
  [`/api/v1/${product.slug}/announcements`]: '?per_page=10&page=1',
}

/** Returns whether a request is for a public list. Only these are cached here. */
export function isLookup(request: Request): boolean {
  return request.method === 'GET' && addresses.has(new URL(request.url).pathname)
}

/**
 * Returns the cached list immediately; if there is none, the list from the network. A page that got a cached list asks
 * again with `X-Past-Kept`; the network answers that request, and its answer is cached.
 */
export async function answerLookup({ request }: FetchEvent): Promise<Response> {
  const { url, headers } = request
  const cache = await caches.open(lookups)
  const kept = headers.has('X-Past-Kept') ? undefined : await findCachedList(cache, url)
  if (kept !== undefined) return markAsCached(kept)
  const response = await fetchWithin(lookupTimeouts, request)
  await cacheList(cache, url, response.clone())
  return response
}

/** Caches a list of our server, but no refusal and no other server's page. */
async function cacheList(cache: Cache, address: string, response: Response): Promise<void> {
  if (response.ok && (await isList(response.clone())))
    await cache.put(address, response).catch(() => undefined)
}

/** Returns a cached list. Deletes anything else that an earlier version has stored, or that the phone has damaged. */
async function findCachedList(cache: Cache, address: string): Promise<Response | undefined> {
  const kept = await cache.match(address, { ignoreVary: true })
  if (kept === undefined || (await isList(kept.clone()))) return kept
  await cache.delete(address, { ignoreVary: true })
  return undefined
}

/** Returns whether an answer is JSON with data, as our server sends it. The page checks the items of the list. */
async function isList(response: Response): Promise<boolean> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return false
  const body: unknown = await response.json().catch(() => undefined)
  return isObject(body) && 'data' in body && isObject(body.data)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Marks an answer as cached, so that the page does not take it as proof of a working network, or its old `Date` as the
 * present time.
 */
function markAsCached(kept: Response): Response {
  const headers = new Headers(kept.headers)
  headers.set('X-Kept', '1')
  return new Response(kept.body, { status: kept.status, headers })
}

/** Downloads the lists that this phone does not have yet, until `isOver`. */
export async function prefetchLookups(isOver: () => boolean): Promise<void> {
  const cache = await caches.open(lookups)
  for (const path of addresses) {
    if (isOver()) return
    const address = path + (queryStrings[path] ?? '')
    if ((await findCachedList(cache, address)) !== undefined) continue
    const response = await fetchWithToken((headers) =>
      fetchWithin(lookupTimeouts, address, { headers }),
    ).catch(() => undefined)
    if (response !== undefined) await cacheList(cache, address, response)
  }
}

/** Returns the size of each cached list, bytes. */
export async function listCachedListSizes(): Promise<number[]> {
  const kept = await (await caches.open(lookups)).matchAll()
  return Promise.all(kept.map(async (list) => (await list.blob()).size))
}
