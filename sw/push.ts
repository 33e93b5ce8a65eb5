import { product } from '#contract/product'
import { newsChannel, storeNames } from '#contract/storage'
import { fetchWithToken } from './call-headers.ts'
import { withOwnStore } from './stores.ts'

/** The push payload (`TripPushPayload` and `ParcelPushPayload` of the contract). */
interface PushPayload {
  reference: string
  title: string
  body: string
  url: string
  trip?: { status: string }
  parcel?: { at: string }
  server_time: string
}

/** Entries of the store `vault`: a ticket has `booking` and `tickets`, a parcel has `tracking`. */
interface VaultEntry {
  booking: ServerState
  tickets: object[]
  tracking?: ServerState
  mine?: object
  saved_at: number
}

/** The last state from the server. */
interface ServerState {
  server_time: string
  events: { at: string }[]
}

interface Renewal extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** Handles push messages: shows a notification and updates the stored ticket or parcel without a request. */
export function listenToPushes(self: ServiceWorkerGlobalScope): void {
  const { registration, clients } = self
  self.addEventListener('push', (event) => event.waitUntil(handlePush(registration, event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(clients, String(event.notification.data ?? '/')))
  })
  self.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renewSubscription(registration, event as Renewal)),
  )
}

/**
 * Handles a push message. Stores the new state first, so that a tap on the notification shows the change. Always
 * displays a notification, as browsers require.
 */
async function handlePush(registration: ServiceWorkerRegistration, data: PushMessageData | null) {
  const news = read(data)
  if (news === undefined) return registration.showNotification(product.name)
  await updateVault(news).catch(() => undefined)
  new BroadcastChannel(newsChannel).postMessage(news.reference)
  // The types of TypeScript lack `renotify`. Without this option, another delay would make no sound.
  const options: NotificationOptions & { renotify: boolean } = {
    body: news.body,
    tag: news.reference,
    renotify: true,
    icon: '/icon-192.png',
    data: news.url,
  }
  await registration.showNotification(news.title, options)
}

function read(data: PushMessageData | null): PushPayload | undefined {
  try {
    const news = data?.json() as PushPayload | undefined
    return news?.url.startsWith('/') ? news : undefined
  } catch {
    return undefined
  }
}

/** Updates the stored state, unless the stored state is newer than the message. */
async function updateVault({ reference, trip, parcel, server_time }: PushPayload): Promise<void> {
  const corrected = (kept: VaultEntry): VaultEntry => {
    const { tracking, mine, tickets } = kept
    const was = tracking ?? kept.booking
    if (was.server_time >= server_time) return kept
    const said = { ...was, ...trip, ...parcel, server_time }
    if (parcel && said.events[0]?.at !== parcel.at) said.events = [parcel, ...said.events]
    return {
      ...kept,
      ...(tracking ? { tracking: said } : { booking: said }),
      ...(mine && { mine: { ...mine, tracking: said } }),
      ...(trip?.status.endsWith('cancelled') && {
        tickets: tickets.map((one) => ({ ...one, status: 'cancelled' })),
      }),
      saved_at: Date.parse(server_time),
    }
  }
  const { vault } = storeNames
  const key = parcel ? `parcel:${reference}` : reference
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith(`${vault}-`))
      await withOwnStore(vault, name.slice(vault.length + 1), (store) =>
        store.change(key, corrected),
      ).catch(() => undefined)
}

/** Focuses the window that shows the page; otherwise opens the page in any window, or in a new one. */
async function open(clients: Clients, url: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((one) => one.url.endsWith(url))
  const [any] = windows
  if (there !== undefined) await there.focus()
  else if (any === undefined) await clients.openWindow(url)
  else await any.focus().then((it) => it.navigate(url))
}

/**
 * Sends a renewed subscription to the server. The old subscription proves who owns the new one. Sends nothing if the
 * browser does not pass the old one.
 */
async function renewSubscription(
  { pushManager }: ServiceWorkerRegistration,
  event: Renewal,
): Promise<void> {
  const { oldSubscription: old, newSubscription } = event
  if (!old) return
  const fresh = newSubscription ?? (await pushManager.subscribe(old.options))
  const { endpoint, keys } = fresh.toJSON()
  const body = JSON.stringify({ endpoint, keys, replaces: old.endpoint })
  await fetchWithToken((headers) =>
    fetch(`/api/v1/${product.slug}/push/subscriptions`, { method: 'PUT', headers, body }),
  )
}
