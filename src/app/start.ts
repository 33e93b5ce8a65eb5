import { product } from '#contract/product'
import { isReachable, prefetchClient } from '#lib/api'
import { clockTold } from '#lib/clock'
import { read, type Spot } from '#lib/device'
import { inTurn, watchTouches, whenCalm } from '#lib/later'
import { watchOnline } from '#lib/online'
import { allPrefetching, type Prefetch } from '#lib/room'
import { toast } from '#lib/toast'
import { forgetChoices, personHere } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'
import { applyColorScheme } from './color-scheme.ts'
import { keeper, queryClient } from './query-client.ts'

/** Work before the first render, and work for idle moments. */
export function startApp(): void {
  applyColorScheme()
  // After a logout: to another process of the browser, this tab's storage may look as it did before.
  if (read('leaving') !== undefined) forgetChoices()
  watchOnline(isReachable)
  watchTouches()
  addEventListener('appinstalled', keepForGood)
  const opened = personHere()
  void whenCalm(isKnownHere()).then(() => {
    void inTurn(async () => (await import('#lib/session-life')).watchSession(queryClient, opened))
    for (const work of laterWorks()) void inTurn(() => begin(work))
  })
}

const theirs = [
  'token',
  'user',
  'leaving',
  'logout_to_send',
  'waiting_to_send',
] as const satisfies readonly Spot[]

/** Whether this phone has the app already, or something of somebody's that is to be looked after soon. */
function isKnownHere(): boolean {
  const spots = [...theirs, ...laterWorks().flatMap(({ where }) => where ?? [])]
  return (
    Boolean(navigator.serviceWorker?.controller) || spots.some((spot) => read(spot) !== undefined)
  )
}

/** The app's own idle work; the rooms' work goes in between. */
const ownWorks: readonly Prefetch[] = [
  { at: 10, work: prefetchClient },
  { at: 20, work: async () => (await import('./update.tsx')).watchUpdates() },
  { at: 30, work: async () => (await import('#lib/outbox-sender')).watchOutbox() },
  { at: 50, work: async () => (await import('#lib/vault')).followNews() },
  // By the phone's own clock, which may be wrong by weeks, nothing is thrown away.
  { at: 70, work: () => void clockTold.then(async () => (await keeper()).sweep()) },
]

/** In the order of need, one an idle moment. */
const laterWorks = () => [...ownWorks, ...allPrefetching()].toSorted((a, b) => a.at - b.at)

/** Never rejects. What is done again looks after something for as long as the app is open: nobody waits for it. */
async function begin({ where, again, work }: Prefetch): Promise<void> {
  const run = async () => {
    if (where === undefined || read(where) !== undefined) await work(queryClient)
  }
  const quietly = () => run().catch(() => undefined)
  if (!again) return quietly()
  void quietly()
  onlineManager.subscribe((online) => void (online && quietly()))
}

/** On the home screen, the app asks the phone not to clear its tickets when storage gets short. */
function keepForGood(): void {
  void navigator.storage?.persist()
  toast(`${product.name} is on your home screen. Your tickets open there without a network.`)
}
