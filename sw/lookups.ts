import { lookupPaths } from '#contract/lookup-paths'
import { product } from '#contract/product'

const lookups = 'lookups-v1'
const addresses = new Set(lookupPaths.map((path) => `/api/${path.replace('{p}', product.slug)}`))

/** How the app asks for a list, where that is not its bare address. */
const asked: Record<string, string> = {
  [`/api/v1/${product.slug}/announcements`]: '?per_page=10&page=1',
}

/** Whether a request asks for a list that is the same for everybody. Only these are kept here. */
export function isLookup(request: Request): boolean {
  return request.method === 'GET' && addresses.has(new URL(request.url).pathname)
}

/** The kept list at once while a fresh one is fetched for the next time; the first time, the network. */
export async function lookupFor(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const cache = await caches.open(lookups)
  const kept = await cache.match(url, { ignoreVary: true })
  const fresh = fetch(event.request).then(async (response) => {
    const isList = response.headers.get('content-type')?.startsWith('application/json') === true
    if (response.ok && isList) await cache.put(url, response.clone()).catch(() => undefined)
    return response
  })
  if (kept === undefined) return fresh
  event.waitUntil(fresh.catch(() => undefined))
  return marked(kept)
}

/** Says that this is no answer of the server: it proves no network, and its `Date` is of the past. */
function marked(kept: Response): Response {
  const headers = new Headers(kept.headers)
  headers.set('X-Kept', '1')
  return new Response(kept.body, { status: kept.status, headers })
}

/** Fetches the lists that this phone does not have yet. */
export async function warmLookups(): Promise<void> {
  const cache = await caches.open(lookups)
  for (const path of addresses) {
    const address = path + (asked[path] ?? '')
    if ((await cache.match(address)) === undefined) await cache.add(address).catch(() => undefined)
  }
}

/** How much each kept list takes, bytes. */
export async function keptLists(): Promise<number[]> {
  const kept = await (await caches.open(lookups)).matchAll()
  return Promise.all(kept.map(async (list) => (await list.blob()).size))
}
