import { product } from '#contract/product'
import { refreshLists } from '#features/lookups'
import { isReachable, warmUp } from '#lib/api'
import { clockTold } from '#lib/clock'
import { read, type Spot } from '#lib/device'
import { inTurn, watchTouches, whenCalm } from '#lib/later'
import { watchOnline } from '#lib/online'
import { say } from '#lib/say'
import { forgetChoices, personHere } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'
import { applyColorScheme } from './color-scheme.ts'
import { keeper, queryClient } from './query-client.ts'

/** What must be right before the first draw, and what can wait until the phone has time. */
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
    for (const work of laterWorks) void inTurn(work)
  })
}

const theirs = [
  'token',
  'user',
  'leaving',
  'logout_to_send',
  'waiting_to_send',
  'pending_payment',
] as const satisfies readonly Spot[]

/** Whether this phone has the app already, or something of somebody's that is to be looked after soon. */
function isKnownHere(): boolean {
  return (
    Boolean(navigator.serviceWorker?.controller) || theirs.some((spot) => read(spot) !== undefined)
  )
}

/** In the order of need, one an idle moment. */
const laterWorks: readonly (() => unknown)[] = [
  warmUp,
  async () => (await import('./update.tsx')).watchUpdates(),
  async () => (await import('#lib/outbox-sender')).watchOutbox(),
  () => {
    void askForPayment()
    onlineManager.subscribe((online) => void (online && askForPayment()))
  },
  () => import('#lib/vault').then(({ followNews }) => followNews()).catch(() => undefined),
  () => refreshLists(queryClient).catch(() => undefined),
  // By the phone's own clock, which may be wrong by weeks, nothing is thrown away.
  () => void clockTold.then(async () => (await keeper()).sweep()),
]

async function askForPayment(): Promise<void> {
  if (read('pending_payment') === undefined) return
  await import('#features/payments')
    .then(({ lookAfterPayment }) => lookAfterPayment(queryClient))
    .catch(() => undefined)
}

/** On the home screen, the app asks the phone not to clear its tickets when storage gets short. */
function keepForGood(): void {
  void navigator.storage?.persist()
  say(`${product.name} is on your home screen. Your tickets open there without a network.`)
}
