import { Button } from '#ui/button'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './overlays.module.css'
import { Workbox } from 'workbox-window'
import { isReachable } from '#lib/api'
import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { flushDrafts, hasDirtyForm } from '#lib/drafts'
import { isSavingData } from '#lib/online'
import { askWorker } from '#lib/worker'
import { findRoute } from './find-route.ts'

type State = 'none' | 'offered' | 'put_off' | 'must_reload'
let state: State = 'none'
let isAccepted = false
const listeners = new Set<() => void>()

function setState(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/**
 * Whether a newer version waits, and what the person can do about it. `put_off`: they chose to wait. `must_reload`:
 * another tab has activated it.
 */
const updates = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** The state to show; a person who is typing is not interrupted. */
  state: () => (state === 'offered' && isTyping() ? 'none' : state),
  /** Activates the newer version and reloads. */
  accept: async () => {
    if (isAccepted) return
    isAccepted = true
    await activateUpdate(await currentRegistration())
  },
  /** Postpones the newer version; the next start activates it. */
  putOff: () => setState('put_off'),
  /** Reloads after storing every draft. */
  reload: async () => {
    await flushDrafts()
    location.reload()
  },
}

/** The field in which a person typed last, and the screen on which they did. */
let lastInput: { field: Element; path: string } | undefined

function noteTyping(field: EventTarget | null): void {
  if (field instanceof Element) lastInput = { field, path: location.pathname }
}

/**
 * Returns whether the screen has text that was not sent. If the field that was typed into last is gone, so is its form,
 * with the text. But a field of a sheet is also gone when the sheet closes, although its text still belongs to the form
 * below.
 */
function isTyping(): boolean {
  if (hasDirtyForm() || lastInput?.field.isConnected) return true
  return lastInput?.path === location.pathname && lastInput.field.closest('dialog') !== null
}

const checkEvery_ms = 6 * 3_600_000

/**
 * Registers the service worker and watches its versions with Workbox. The plugin's registration would reload every tab
 * at an update, and it passes a string, which Trusted Types refuse. The browser asks for a newer version when the app
 * opens; an open app asks again when it becomes visible, at most every six hours.
 */
export async function watchUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A person may have typed before this script loaded.
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.value !== '')
    noteTyping(activeElement)
  document.addEventListener('input', ({ target }) => {
    noteTyping(target)
    setState(state)
  })
  const { serviceWorker } = navigator
  let controller = serviceWorker.controller
  const noteController = () => {
    const isUpdate = controller !== null && controller !== serviceWorker.controller
    controller = serviceWorker.controller
    if (!isUpdate) return
    if (!isTyping() && !findRoute(location.pathname).quiet) void updates.reload()
    else setState('must_reload')
  }
  const workbox = new Workbox(trustedScriptUrl('/sw.js'))
  workbox.addEventListener('controlling', noteController)
  workbox.addEventListener('redundant', () => void reportFailedInstall())
  const registration = await workbox.register().catch(() => undefined)
  if (registration === undefined) return
  // Handle events from before this point, since Workbox reports only what follows the registration.
  noteController()
  await reportFailedInstall()
  watchInstalls(registration)
  watchVisibility(workbox)
  void serviceWorker.ready.then(({ active }) => {
    // This page was still loading when the worker looked for pages to control.
    if (serviceWorker.controller === null) active?.postMessage({ type: 'CLAIM' })
    if (!isSavingData() && read('small_app') !== true) active?.postMessage({ type: 'WARM' })
  })
}

/**
 * Asks the old worker to make way, then reloads. The worker answers the reload with a page that lets the waiting
 * version take over.
 */
async function activateUpdate(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  await askWorker(registration?.active, { type: 'MAKE_WAY' }, 3000)
  await updates.reload()
}

const currentRegistration = () => navigator.serviceWorker.getRegistration()

/** Offers a version only once it waits: during its install, the person's consent would be lost. */
async function offerUpdate(): Promise<void> {
  const { waiting = null, active = null } = (await currentRegistration()) ?? {}
  if (waiting !== null && active !== null && state === 'none') setState('offered')
}

/** Reports a full phone if the first version could not be installed. */
async function reportFailedInstall(): Promise<void> {
  const { installing, waiting, active } = (await currentRegistration()) ?? {}
  if (installing || waiting || active) return
  const persister = await import('#lib/queries/persister').catch(() => undefined)
  await persister?.reportIfStorageFull()
}

/**
 * Offers the version that waits and every later one. Workbox reports only the first that the browser finds on its own.
 */
function watchInstalls(registration: ServiceWorkerRegistration): void {
  const watch = () =>
    registration.installing?.addEventListener('statechange', () => void offerUpdate())
  registration.addEventListener('updatefound', watch)
  watch()
  void offerUpdate()
}

function watchVisibility(workbox: Workbox): void {
  let checked = serverNow()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void offerUpdate()
    if (serverNow() - checked < checkEvery_ms || isSavingData()) return
    checked = serverNow()
    workbox.update().catch(() => undefined)
  })
}

/** Returns the version of this page: the hash of its import map, from its policy. */
const currentBuild = () =>
  /sha256-[^']+/.exec(document.querySelector('meta[http-equiv]')?.outerHTML ?? '')

/**
 * Loads the newest app, once per version, after a file of this version was not found although the server answers.
 * Stores every draft first.
 */
export async function reloadForNewVersion(): Promise<void> {
  const version = String(currentBuild())
  if (read('reloaded_for') === version || !(await isReachable())) return
  if (!write('reloaded_for', version)) return
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  await waitUntilInstalled(registration?.installing)
  if (registration?.waiting) await activateUpdate(registration)
  else await updates.reload()
}

/** Resolves when a worker is installed or has failed, and at the latest after 20 s. */
function waitUntilInstalled(worker: ServiceWorker | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!worker) return resolve()
    worker.addEventListener('statechange', () => resolve())
    setTimeout(resolve, 20_000)
  })
}

/** Returns the URL as a trusted value where the browser demands one (Trusted Types), otherwise as it is. */
function trustedScriptUrl(address: '/sw.js'): string {
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

/** Offers a newer version and never activates it without the person's consent. */
export function UpdatePrompt() {
  const state = useSyncExternalStore(updates.subscribe, updates.state, () => 'none' as const)
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  useEffect(() => {
    // The files of this tab's version are gone, so the next screen must come from the newer one.
    if (state === 'must_reload' && pathname !== opened.current) void updates.reload()
    opened.current = pathname
  }, [state, pathname])
  if (state === 'none' || state === 'put_off' || findRoute(pathname).quiet) return null
  return (
    <div className={styles.prompt} role="status">
      <span>
        {state === 'offered'
          ? 'A newer version is ready on this phone.'
          : 'The app was updated in another tab.'}
      </span>
      <Button onClick={() => void (state === 'offered' ? updates.accept() : updates.reload())}>
        Use it now
      </Button>
      {state === 'offered' && (
        <Button kind="quiet" onClick={updates.putOff}>
          Later
        </Button>
      )}
    </div>
  )
}
