import { product } from '#contract/product'
import { isReachable, warmUp } from '#lib/api'
import { watchOnline } from '#lib/online'
import { applyColorScheme } from './color-scheme.ts'
import { keeper } from './query-client.ts'

/** What must be right before the first draw, and what can wait until the phone has time. */
export function startApp(): void {
  applyColorScheme()
  watchOnline(isReachable)
  addEventListener('appinstalled', keepForGood)
  whenIdle(() => {
    warmUp()
    void import('./update.tsx').then(({ watchUpdates }) => watchUpdates())
    void keeper().then((kept) => kept.sweep())
  })
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
  notify(`${product.name} is on your home screen. Your tickets open there without a network.`)
}

/** Says something in passing. What shows it comes with the first word; without a network it stays silent. */
function notify(message: string): void {
  import('./snackbars.tsx').then(({ showSnackbar }) => showSnackbar(message)).catch(() => undefined)
}
