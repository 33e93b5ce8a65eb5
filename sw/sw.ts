import { isLookup, lookupFor, warmLookups } from './lookups.ts'
import {
  dropOldFiles,
  type Entry,
  fileAt,
  freshPageFor,
  installFiles,
  knowFiles,
  pageFor,
  warmChunks,
} from './shell.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly Entry[] }

/** Addresses that are no screens of the app: the server answers them, or nobody does. */
const notScreens = /^\/(?:api|assets|sandbox|t|healthz|readyz|metrics)(?:\/|$)|\.\w+$/

/** These have a document of their own on the server, which lets Google's script in. */
const loginPages = /^\/(?:login|signup)\/?$/

knowFiles(self.__WB_MANIFEST)

// A new worker waits until the person agrees: skipWaiting comes only by message.
self.addEventListener('install', (event) => event.waitUntil(installFiles()))
self.addEventListener('activate', (event) =>
  event.waitUntil(dropOldFiles().then(() => self.clients.claim())),
)

// Personal answers never come into a cache here: they live in IndexedDB, where a logout wipes them.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (notScreens.test(pathname)) return
    event.respondWith(loginPages.test(pathname) ? freshPageFor(request) : pageFor(request))
  } else if (isLookup(request)) {
    event.respondWith(lookupFor(event))
  } else {
    const file = fileAt(request)
    if (file !== undefined) event.respondWith(file)
  }
})

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (type === 'WARM')
    event.waitUntil(
      warmLookups()
        .then(warmChunks)
        .catch(() => undefined),
    )
})
