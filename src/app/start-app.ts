import { product } from '#contract/product'
import { isReachable, prefetchClient } from '#lib/api'
import { clockKnown } from '#lib/clock'
import { read, type StorageName } from '#lib/device'
import { doWhenIdle, watchTouches, waitUntilCalm } from '#lib/idle'
import { watchOnline } from '#lib/online'
import { listPrefetches, type Prefetch } from '#lib/room'
import { toast } from '#lib/toast'
import { discardChoices, currentPerson } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'
import { openPersister, queryClient } from './query-client.ts'

/** Starts the app: work before the first render, then work for idle moments. */
export function startApp(): void {
  // After a logout, this tab's storage may look as before to another process of the browser.
  if (read('leaving') !== undefined) discardChoices()
  watchOnline(isReachable)
  watchTouches()
  addEventListener('appinstalled', keepForGood)
  const opened = currentPerson()
  void waitUntilCalm(isKnownHere()).then(() => {
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

/** Whether this phone has the app installed, or data of a person that needs care. */
function isKnownHere(): boolean {
  const spots = [...theirs, ...laterWorks().flatMap(({ where }) => where ?? [])]
  return (
    Boolean(navigator.serviceWorker?.controller) || spots.some((spot) => read(spot) !== undefined)
  )
}

/** The app's own idle work, sorted together with that of the rooms. */
const ownWorks: readonly Prefetch[] = [
  { at: 10, work: prefetchClient },
  { at: 20, work: async () => (await import('./update.tsx')).watchUpdates() },
  { at: 30, work: async () => (await import('#lib/outbox/sender')).watchOutbox() },
  { at: 50, work: async () => (await import('#lib/vault')).followVaultChanges() },
  // Nothing is deleted by the phone's own clock, which may be wrong by weeks.
  { at: 70, work: () => void clockKnown.then(async () => (await openPersister()).sweep()) },
]

/** Sorted by need; each gets its own idle moment. */
const laterWorks = () => [...ownWorks, ...listPrefetches()].toSorted((a, b) => a.at - b.at)

/** Never rejects. Repeated work watches something while the app is open: nothing waits for it. */
async function begin({ where, again, work }: Prefetch): Promise<void> {
  const run = async () => {
    if (where === undefined || read(where) !== undefined) await work(queryClient)
  }
  const quietly = () => run().catch(() => undefined)
  if (!again) return quietly()
  void quietly()
  onlineManager.subscribe((online) => void (online && quietly()))
}

/** Asks the phone not to delete our storage, when the app is on the home screen. */
function keepForGood(): void {
  void navigator.storage?.persist()
  toast(`${product.name} is on your home screen. Your tickets open there without a network.`)
}
