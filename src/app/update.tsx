import { Button } from '#ui/button'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './dock.module.css'
import { Workbox } from 'workbox-window'
import { savesData } from '#lib/online'
import { flushDrafts, hasDirtyForm } from '#lib/drafts'

type State = 'none' | 'offered' | 'must_reload'
let state: State = 'none'
let accept: () => void = () => undefined
const listeners = new Set<() => void>()

function become(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/** Whether a newer app waits on this phone; `must_reload` when another tab already took it. */
const updates = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  state: () => state,
  /** Takes the newer app: the page reloads when it is in control. */
  accept: () => accept(),
  /** Reloads after writing every draft. */
  reload: async () => {
    await flushDrafts()
    location.reload()
  },
}

/** The field a person typed into last; once its form was sent and left, it is no longer in the page. */
let typedInto: EventTarget | null = null
const isTyping = () => hasDirtyForm() || (typedInto instanceof Node && typedInto.isConnected)

const checkEvery_ms = 6 * 3_600_000

/**
 * Registers the service worker ourselves: the plugin's own registration reloads every tab at an update
 * and hands a string to the browser, which Trusted Types refuses.
 */
export async function watchUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  document.addEventListener('input', ({ target }) => (typedInto = target))
  const workbox = new Workbox(trusted('/sw.js'))
  let hadController = navigator.serviceWorker.controller !== null
  let accepted = false
  const offer = () => {
    accept = () => {
      accepted = true
      workbox.messageSkipWaiting()
    }
    become('offered')
  }
  workbox.addEventListener('waiting', offer)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hadController) hadController = true
    else if (accepted || !isTyping()) void updates.reload()
    else become('must_reload')
  })
  const registration = await workbox.register().catch(() => undefined)
  if (registration?.waiting) offer()
  watchVisibility(registration, offer)
  if (!savesData())
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'WARM' }))
}

function watchVisibility(
  registration: ServiceWorkerRegistration | undefined,
  offer: () => void,
): void {
  let checked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    if (registration?.waiting) return offer()
    if (Date.now() - checked < checkEvery_ms || savesData()) return
    checked = Date.now()
    registration?.update().catch(() => undefined)
  })
}

/** workbox-window types its address as text, yet hands it on untouched. */
function trusted(address: '/sw.js'): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  const policy = types?.createPolicy('sw', {
    createScriptURL: (url) => (url === address ? url : ''),
  })
  return (policy?.createScriptURL(address) ?? address) as string
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown }
}

/** Screens on which a person must not be asked: money is moving, or the ticket is being shown. */
const quietPlaces = /^\/(ticket|bookride\/pay|bookride\/passenger-details|invoice-checkout|verify)/

/** Offers a newer app, and never takes it by itself. */
export function UpdatePrompt() {
  const state = useSyncExternalStore(updates.subscribe, updates.state, () => 'none' as const)
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  useEffect(() => {
    // The files of the version in this tab are gone: the next screen must come from the newer one.
    if (state === 'must_reload' && pathname !== opened.current) void updates.reload()
    opened.current = pathname
  }, [state, pathname])
  if (state === 'none' || quietPlaces.test(pathname)) return null
  return (
    <div className={styles.prompt} role="status">
      <span>
        {state === 'offered'
          ? 'A newer version is ready on this phone.'
          : 'The app was updated in another tab.'}
      </span>
      <Button onClick={() => (state === 'offered' ? updates.accept() : void updates.reload())}>
        Use it now
      </Button>
    </div>
  )
}
