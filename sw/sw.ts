import { isLookup, lookupFor } from './lookups.ts'
import { listenToSync } from './outbox.ts'
import { listenToPushes } from './push.ts'
import {
  type InstallFile,
  findFile,
  freshPageFor,
  installFiles,
  setFiles,
  markOldFiles,
  pageFor,
} from './shell.ts'
import { activateWaitingVersion } from './start-up.ts'
import { listenToStorage } from './storage.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly InstallFile[] }

/** Paths that are not screens of the app. */
const notScreens =
  /^\/(?:(?:api|(?:desk-)?assets|desk|fuel|screenshots|sandbox|s|t|healthz|readyz|metrics)(?:\/|$)|[^/]+\.\w+$)/

/** Pages that are separate documents on the server, with a policy that allows Google's script. */
const loginPages = /^\/(?:login|signup)\/?$/

setFiles(self.__WB_MANIFEST)

// A new worker waits until the person agrees or no tab is open: then a page sends SKIP_WAITING (start-up.ts).
self.addEventListener('install', (event) => event.waitUntil(installFiles()))
self.addEventListener('activate', (event) =>
  event.waitUntil(markOldFiles().then(() => self.clients.claim())),
)

// Personal answers are never cached here: they are in IndexedDB, where a logout deletes them.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // A ticket's link from an SMS: shows the server's page or, without a network, the tickets on this phone.
    if (/^\/t\/./.test(pathname))
      event.respondWith(fetch(request).catch(() => Response.redirect('/profile/trip')))
    if (notScreens.test(pathname)) return
    const show = loginPages.test(pathname) ? freshPageFor : pageFor
    event.respondWith(activateWaitingVersion(self, event).then((page) => page ?? show(event)))
  } else if (isLookup(request)) {
    event.respondWith(lookupFor(event))
  } else {
    const file = findFile(request)
    if (file !== undefined) event.respondWith(file)
  }
})

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (type === 'CLAIM') event.waitUntil(self.clients.claim())
  listenToStorage(self, event)
})

listenToPushes(self)
listenToSync(self)
