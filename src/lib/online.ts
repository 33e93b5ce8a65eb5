import { read, useKept } from '#lib/device'
import { useHydrated } from '#lib/hydrated'
import { storedUser } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

let silences = 0
let probing: ReturnType<typeof setTimeout> | undefined
let probe: () => Promise<boolean> = () => Promise.resolve(false)

/** The server answered, whatever it said: we are online. */
export function noteAnswer(): void {
  silences = 0
  clearTimeout(probing)
  probing = undefined
  onlineManager.setOnline(true)
}

/** Nothing came back. Two silences in a row mean offline, whatever `navigator.onLine` claims. */
export function noteSilence(): void {
  silences += 1
  if (silences >= 2) onlineManager.setOnline(false)
  if (!onlineManager.isOnline()) probeIn(5000)
}

function probeIn(ms: number): void {
  if (probing !== undefined) return
  probing = setTimeout(async () => {
    probing = undefined
    if (onlineManager.isOnline()) return
    if (document.visibilityState === 'visible' && (await probe())) noteAnswer()
    else probeIn(Math.min(ms * 2, 60_000))
  }, ms)
}

/**
 * Sets the first state before anything is asked, since React Query starts "online" on every launch,
 * and begins to watch. `ask` fetches a few bytes and tells whether our server answered.
 */
export function watchOnline(ask: () => Promise<boolean>): void {
  probe = ask
  onlineManager.setOnline(navigator.onLine)
  onlineManager.subscribe((online) => {
    if (!online) probeIn(5000)
  })
  if (!navigator.onLine) probeIn(5000)
}

/** Whether the server can be reached, judged by what answers. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  )
}

/**
 * True when the person asked for little data, in their account, on this phone or in the browser, or by a
 * 2G line. Then nothing is fetched that nobody asked for: no prefetching, no polling, no pictures.
 */
export function savesData(): boolean {
  if (read('saves_data') === true || storedUser()?.data_saver === true) return true
  const line = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } })
    .connection
  return line?.saveData === true || (line?.effectiveType ?? '4g').includes('2g')
}

/** The same, followed while the person changes it; false until the page is alive. */
export function useSavesData(): boolean {
  useKept('user')
  useKept('saves_data')
  return useHydrated() && savesData()
}
