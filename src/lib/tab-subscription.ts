/** The subscription to data that several tabs change. */
export interface TabSubscription {
  /** Subscribes for `useSyncExternalStore`. The first subscriber causes the data to be loaded. */
  subscribe: (listener: () => void) => () => void
  /** Renders the subscribers of this tab again. */
  notify: () => void
  /** Makes other tabs with subscribers load the data again. */
  notifyTabs: () => void
}

/** Makes a subscription. `name`: the channel between the tabs. `load` reads the data again and then calls `notify`. */
export function makeTabSubscription(name: string, load: () => void): TabSubscription {
  const listeners = new Set<() => void>()
  /** Open while there are subscribers. */
  let channel: BroadcastChannel | undefined
  const open = () => ('BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined)
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) {
        load()
        channel = open()
        channel?.addEventListener('message', load)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        // An answer may still be written after the screen is left, and a closed channel throws.
        channel?.close()
        channel = undefined
      }
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
    notifyTabs: () => {
      // A tab without subscribers may write too, such as one that only sends stored reports.
      const outgoing = channel ?? open()
      outgoing?.postMessage('changed')
      if (outgoing !== channel) outgoing?.close()
    },
  }
}
