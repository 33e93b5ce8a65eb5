import { isLookup, answerLookup } from './lookups.ts'
import { listenToSync } from './outbox.ts'
import { makeNoAnswerPage, fetchPageInTime } from './navigation.ts'
import { listenToPushes } from './push.ts'
import {
  type InstallFile,
  findFile,
  installFiles,
  setInstallFiles,
  markOldFiles,
  answerPageRequest,
} from './shell.ts'
import { activateWaitingVersion } from './start-up.ts'
import { listenToStorage } from './storage.ts'
import { findTicketPath } from './ticket-links.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly InstallFile[] }

/** Paths that are not screens of the app. */
const notScreens =
  /^\/(?:(?:api|(?:desk-)?assets|desk|fuel|screenshots|sandbox|s|t|healthz|readyz|metrics)(?:\/|$)|[^/]+\.\w+$)/

/** Pages of ours that only the server has: the desk, and the links of tickets and trips. */
const serverPages = /^\/(?:desk|s|t)(?:\/|$)/

setInstallFiles(self.__WB_MANIFEST)

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
    if (serverPages.test(pathname)) event.respondWith(serverPageFor(event))
    if (notScreens.test(pathname)) return
    event.respondWith(
      activateWaitingVersion(self, event).then((page) => page ?? answerPageRequest(event)),
    )
  } else if (isLookup(request)) {
    event.respondWith(answerLookup(event))
  } else {
    const file = findFile(request)
    if (file !== undefined) event.respondWith(file)
  }
})

/**
 * Returns a page that only the server has. The link of a ticket opens the ticket that this phone has stored, if there
 * is one.
 */
async function serverPageFor(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const [, code] = /^\/t\/([^/]+)/.exec(pathname) ?? []
  const path = code && (await findTicketPath(code))
  if (path) return Response.redirect(path)
  return fetchPageInTime(event, { otherwise: () => makeNoAnswerPage(pathname) })
}

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (type === 'CLAIM') event.waitUntil(self.clients.claim())
  listenToStorage(self, event)
})

listenToPushes(self)
listenToSync(self)
