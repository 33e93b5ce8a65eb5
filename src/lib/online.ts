import { read, useStored } from '#lib/device'
import { useHydrated } from './use-hydrated.ts'
import { readStoredUser } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

let silences = 0
let probing: ReturnType<typeof setTimeout> | undefined
let probe: () => Promise<boolean> = () => Promise.resolve(false)

/** Notes an answer of the server, which means that we are online. */
export function recordAnswerReceived(): void {
  silences = 0
  clearTimeout(probing)
  probing = undefined
  onlineManager.setOnline(true)
}

/** Notes a call without an answer. Two in a row mean offline, regardless of `navigator.onLine`. */
export function recordAnswerMissing(): void {
  silences += 1
  if (silences >= 2) onlineManager.setOnline(false)
  if (!onlineManager.isOnline()) probeAfter(5000)
}

function probeAfter(ms: number): void {
  if (probing !== undefined) return
  probing = setTimeout(async () => {
    probing = undefined
    if (onlineManager.isOnline()) return
    if (document.visibilityState === 'visible' && (await probe())) recordAnswerReceived()
    else probeAfter(Math.min(ms * 2, 60_000))
  }, ms)
}

/**
 * Sets the first state before any call, since React Query starts as online, and begins to watch the network. `ask`
 * loads a few bytes and returns whether our server answered.
 */
export function watchOnline(ask: () => Promise<boolean>): void {
  probe = ask
  onlineManager.setOnline(navigator.onLine)
  onlineManager.subscribe((online) => {
    if (!online) probeAfter(5000)
  })
  if (!navigator.onLine) probeAfter(5000)
}

/** Returns whether the server answers, as the latest calls have shown; updated. True in prerendered pages. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  )
}

/**
 * Returns whether to save data: because of a setting in the account, on this phone or in the browser, or because of 2G.
 * Then there is no prefetching, no polling and no pictures.
 */
export function isSavingData(): boolean {
  if (read('saves_data') === true || readStoredUser()?.data_saver === true) return true
  const line = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } })
    .connection
  return line?.saveData === true || (line?.effectiveType ?? '4g').includes('2g')
}

/** Returns whether to save data, updated when it changes; false before hydration. */
export function useIsSavingData(): boolean {
  useStored('user')
  useStored('saves_data')
  return useHydrated() && isSavingData()
}
