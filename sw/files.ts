import { cacheNames } from '#contract/storage'
import { fetchWithin, fileTimeouts } from './timeouts.ts'

const { shell, chunks } = cacheNames

/** The first six bytes of a file's SHA-256 in base64url, which the build writes into its name or its revision. */
const hashIn = /(?:-|\?v=)([\w-]{8})(?:\.(?:js|css))?$/

/** Returns whether a file is the one that the build made: complete, unchanged, and of the right type. */
async function isGenuine(key: string, file: Response): Promise<boolean> {
  const [, hash] = hashIn.exec(key) ?? []
  if (hash === undefined) return true
  const type = file.headers.get('content-type') ?? ''
  if (key.endsWith('.js') && !type.includes('javascript')) return false
  if (key.endsWith('.css') && !type.includes('css')) return false
  const bytes = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes, 0, 6)))
  return text.replaceAll('+', '-').replaceAll('/', '_') === hash
}

/** Returns a cached file of the app. A damaged one is deleted. */
export async function findCached(key: string): Promise<Response | undefined> {
  const response = await caches.match(key)
  if (response === undefined) return undefined
  // Read the cache again instead of cloning: the browser stores compiled code beside a cached file, but not beside a
  // copy.
  if (await isGenuine(key, response)) return caches.match(key)
  for (const name of [shell, chunks]) await (await caches.open(name)).delete(key)
  return undefined
}

export const makeHtmlResponse = (body: BodyInit) =>
  new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } })

/** Returns a file of the app: from the cache, else from the network, then cached. */
export async function loadFile(key: string, request: Request | string = key): Promise<Response> {
  const kept = await findCached(key)
  if (kept !== undefined) return kept
  const response = await downloadFile(key, request)
  if (response.ok) {
    const stored = response.clone()
    await (await caches.open(chunks)).put(key, stored).catch(() => undefined)
  }
  return response
}

/**
 * Downloads a file of the app. A wrong answer, such as a proxy's page, is requested again without the browser's cache,
 * and never returned, since a page does not load a module again after a failure.
 */
export async function downloadFile(key: string, request: Request | string): Promise<Response> {
  for (const cache of key.includes('?') ? validated : cacheFirst) {
    const response = await fetchWithin(fileTimeouts, request, { cache })
    if (!response.ok || (await isGenuine(key, response.clone()))) return response
  }
  return Response.error()
}

/**
 * The cache modes of the first and the second request for a file without a hash in its name. First, the server must
 * confirm the browser's copy; after a wrong answer, that copy is ignored.
 */
const validated = ['no-cache', 'reload'] as const
/** The same for a file with a hash in its name: the browser's copy needs no confirmation. */
const cacheFirst = ['default', 'reload'] as const
