import { lookupPaths } from '#contract/lookups/paths'
import { product } from '#contract/product'
import { cacheNames } from '#contract/storage'
import { fetchWithin, forList } from './patience.ts'

const { lookups } = cacheNames
const addresses = new Set(lookupPaths.map((path) => `/api/${path.replace('{p}', product.slug)}`))

/** How the app asks for a list, where that is not its bare address. */
const asked: Record<string, string> = {
  [`/api/v1/${product.slug}/announcements`]: '?per_page=10&page=1',
}

/** Whether a request asks for a list that is the same for everybody. Only these are kept here. */
export function isLookup(request: Request): boolean {
  return request.method === 'GET' && addresses.has(new URL(request.url).pathname)
}

/**
 * The kept list at once, the first time the network's. A page that was given a kept one asks again, with
 * `X-Past-Kept`: that is answered by the network alone and kept for the next time.
 */
export async function lookupFor({ request }: FetchEvent): Promise<Response> {
  const { url, headers } = request
  const cache = await caches.open(lookups)
  const kept = headers.has('X-Past-Kept') ? undefined : await cache.match(url, { ignoreVary: true })
  if (kept !== undefined) return marked(kept)
  const response = await fetchWithin(forList, request)
  await keep(cache, url, response.clone())
  return response
}

/** Keeps a list of ours; a refusal or another's page is none. */
async function keep(cache: Cache, address: string, response: Response): Promise<void> {
  const isList = response.headers.get('content-type')?.startsWith('application/json') === true
  if (response.ok && isList) await cache.put(address, response).catch(() => undefined)
}

/** Marks an answer from the cache: it proves no network, and its `Date` is old. */
function marked(kept: Response): Response {
  const headers = new Headers(kept.headers)
  headers.set('X-Kept', '1')
  return new Response(kept.body, { status: kept.status, headers })
}

/** Fetches the lists that this phone does not have yet, until it is over. */
export async function prefetchLookups(isOver: () => boolean): Promise<void> {
  const cache = await caches.open(lookups)
  for (const path of addresses) {
    if (isOver()) return
    const address = path + (asked[path] ?? '')
    if ((await cache.match(address)) !== undefined) continue
    const response = await fetchWithin(forList, address).catch(() => undefined)
    if (response !== undefined) await keep(cache, address, response)
  }
}

/** How much each kept list takes, bytes. */
export async function storedLists(): Promise<number[]> {
  const kept = await (await caches.open(lookups)).matchAll()
  return Promise.all(kept.map(async (list) => (await list.blob()).size))
}
