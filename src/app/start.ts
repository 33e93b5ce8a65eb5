import { product } from '#contract/product'
import { refreshLists } from '#features/lookups'
import { isReachable, warmUp } from '#lib/api'
import { clockTold } from '#lib/clock'
import { read } from '#lib/device'
import { watchOnline } from '#lib/online'
import { say } from '#lib/say'
import { forgetChoices } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'
import { applyColorScheme } from './color-scheme.ts'
import { keeper, queryClient } from './query-client.ts'

/** What must be right before the first draw, and what can wait until the phone has time. */
export function startApp(): void {
  applyColorScheme()
  // After a logout: to another process of the browser, this tab's storage may look as it did before.
  if (read('leaving') !== undefined) forgetChoices()
  watchOnline(isReachable)
  addEventListener('appinstalled', keepForGood)
  whenIdle(() => {
    warmUp()
    void import('./update.tsx').then(({ watchUpdates }) => watchUpdates())
    // By the phone's own clock, which may be wrong by weeks, nothing is thrown away.
    void clockTold.then(async () => (await keeper()).sweep())
    refreshLists(queryClient).catch(() => undefined)
    void import('#lib/outbox-sender').then(({ watchOutbox }) => watchOutbox())
    void import('#lib/session-life').then(({ watchSession }) => watchSession(queryClient))
    void import('#lib/vault').then(({ followNews }) => followNews()).catch(() => undefined)
    askForPayment()
    onlineManager.subscribe((online) => online && askForPayment())
  })
}

function askForPayment(): void {
  if (read('pending_payment') === undefined) return
  import('#features/payments')
    .then(({ lookAfterPayment }) => lookAfterPayment(queryClient))
    .catch(() => undefined)
}

function whenIdle(work: () => void): void {
  const later = () =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(work, { timeout: 3000 })
      : setTimeout(work, 500)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}

/** On the home screen, the app asks the phone not to clear its tickets when storage gets short. */
function keepForGood(): void {
  void navigator.storage?.persist()
  say(`${product.name} is on your home screen. Your tickets open there without a network.`)
}
