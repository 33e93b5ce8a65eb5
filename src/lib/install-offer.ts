import { useSyncExternalStore } from 'react'

/** The browser's event that offers to put the app on the home screen, which TypeScript lacks. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()

function setOffer(next: InstallOffer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

/**
 * Stores the browser's offer to install the app until a screen uses it. The browser makes the offer only once, soon
 * after the start, so call this at the start.
 */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  addEventListener('appinstalled', () => setOffer(undefined))
}

/** Returns a function that asks the person to install the app; undefined where the browser does not offer it. */
export function useInstallOffer(): (() => void) | undefined {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
    () => undefined,
  )
  if (current === undefined) return undefined
  return () => {
    // An offer can be used only once.
    setOffer(undefined)
    void current.prompt()
  }
}
