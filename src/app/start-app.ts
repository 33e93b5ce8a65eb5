import { product } from '#contract/product'
import { isReachable, prefetchHttpClient } from '#lib/api'
import { loadDocument } from '#lib/browser'
import { whenClockIsKnown } from '#lib/clock'
import { read, type StorageName } from '#lib/device'
import { doWhenIdle, watchTouches, waitUntilPageIsIdle } from '#lib/idle'
import { watchInstallOffer } from '#lib/install-offer'
import { watchOnline } from '#lib/online'
import { listIdleWork, type IdleWork } from '#lib/room'
import { showToast } from '#lib/toast'
import { discardChoices, getPersonIds } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'
import { openPersister, queryClient } from './query-client.ts'

/** Starts the app: runs the work before the first render, then the work for idle moments. */
export function startApp(): void {
  // After a logout, another process of the browser may still see this tab's old storage, so delete the choices again.
  if (read('leaving') !== undefined) discardChoices()
  watchOnline(isReachable)
  watchTouches()
  watchInstallOffer()
  addEventListener('appinstalled', keepForGood)
  followLaunches()
  const opened = getPersonIds()
  void waitUntilPageIsIdle(isKnownHere()).then(() => {
    void doWhenIdle(async () =>
      (await import('#lib/session/lifecycle')).watchSession(queryClient, opened),
    )
    for (const work of laterWorks()) void doWhenIdle(() => begin(work))
  })
}

const theirs = [
  'token',
  'user',
  'leaving',
  'logout_to_send',
  'waiting_to_send',
] as const satisfies readonly StorageName[]

/** Returns whether a service worker controls this page, or this phone stores data that idle work needs soon. */
function isKnownHere(): boolean {
  const keyNames = [...theirs, ...laterWorks().flatMap(({ where }) => where ?? [])]
  return (
    Boolean(navigator.serviceWorker?.controller) ||
    keyNames.some((keyName) => read(keyName) !== undefined)
  )
}

/** The app's own idle work, which is sorted together with that of the rooms. */
const ownWorks: readonly IdleWork[] = [
  { at: 10, work: prefetchHttpClient },
  { at: 20, work: async () => (await import('./update.tsx')).watchUpdates() },
  { at: 30, work: async () => (await import('#lib/outbox/sender')).watchOutbox() },
  { at: 50, work: async () => (await import('#lib/vault')).followVaultChanges() },
  // Nothing is deleted by the phone's own clock, which may be weeks off.
  { at: 70, work: () => void whenClockIsKnown.then(async () => (await openPersister()).sweep()) },
]

/** Returns all idle work, sorted by `at`; each piece gets its own idle moment. */
const laterWorks = () => [...ownWorks, ...listIdleWork()].toSorted((a, b) => a.at - b.at)

/** Runs one piece of work and never rejects. Does not wait for repeated work, which runs while the app is open. */
async function begin({ where, again, work }: IdleWork): Promise<void> {
  const run = async () => {
    if (where === undefined || read(where) !== undefined) await work(queryClient)
  }
  const quietly = () => run().catch(() => undefined)
  if (!again) return quietly()
  void quietly()
  onlineManager.subscribe((online) => void (online && quietly()))
}

/**
 * Opens what a shortcut or a link launches in the window that is already open. The icon alone leads back to the screen
 * that was left.
 */
function followLaunches(): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    const { pathname, search } = new URL(targetURL ?? '/', location.origin)
    if (pathname !== '/' && pathname + search !== location.pathname + location.search)
      loadDocument(pathname + search)
  })
}

/** The launches of an installed app, which TypeScript lacks. */
interface LaunchQueue {
  setConsumer(follow: (launch: { targetURL?: string }) => void): void
}

/** Asks the phone not to delete our storage, when the app is on the home screen. */
function keepForGood(): void {
  void navigator.storage?.persist()
  showToast(`${product.name} is on your home screen. Your tickets open there without a network.`)
}
