import { Button } from '#ui/button'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './overlays.module.css'
import { Workbox } from 'workbox-window'
import { isReachable } from '#lib/api'
import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { flushDrafts, hasDirtyForm } from '#lib/drafts'
import { reportFullStorage } from '#lib/queries/persister'
import { savesData } from '#lib/online'
import { findRoute } from './find-route.ts'

type State = 'none' | 'offered' | 'put_off' | 'must_reload'
let state: State = 'none'
/** The registration whose newer version waits. */
let offered: ServiceWorkerRegistration | undefined
const listeners = new Set<() => void>()

function setState(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/** Whether a newer version waits. `put_off`: the person chose to wait. `must_reload`: another tab has activated it. */
const updates = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** The state to show; a person who is typing is not interrupted. */
  state: () => (state === 'offered' && isTyping() ? 'none' : state),
  /** Activates the newer version and reloads. */
  accept: () => {
    if (offered !== undefined) void activateUpdate(offered)
    offered = undefined
  },
  /** Postpones the newer version; the next start activates it. */
  putOff: () => setState('put_off'),
  /** Reloads after storing every draft. */
  reload: async () => {
    await flushDrafts()
    location.reload()
  },
}

/** The field in which a person typed last. After its form was sent and left, it is no longer in the page. */
let typedInto: EventTarget | null = null
const isTyping = () => hasDirtyForm() || (typedInto instanceof Node && typedInto.isConnected)

const checkEvery_ms = 6 * 3_600_000

/**
 * Registers the service worker. The plugin's registration would reload every tab at an update, and it passes a string,
 * which Trusted Types refuse. The browser asks for a newer version when the app opens; an open app asks again when it
 * becomes visible, at most every six hours.
 */
export async function watchUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A person may have typed before this script loaded.
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.value !== '')
    typedInto = activeElement
  document.addEventListener('input', ({ target }) => {
    typedInto = target
    setState(state)
  })
  let hadController = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hadController) hadController = true
    else if (!isTyping() && !findRoute(location.pathname).quiet) void updates.reload()
    else setState('must_reload')
  })
  const registration = await new Workbox(trustedScriptUrl('/sw.js'))
    .register()
    .catch(() => undefined)
  if (registration !== undefined) watchRegistration(registration)
  void navigator.serviceWorker.ready.then(({ active }) => {
    // This page was still loading when the worker looked for pages to control.
    if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'CLAIM' })
    if (!savesData() && read('small_app') !== true) active?.postMessage({ type: 'WARM' })
  })
}

/** The old worker stops its work and answers the reload with a page that lets the waiting version take over. */
async function activateUpdate({ active }: ServiceWorkerRegistration): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise((resolve) => {
    port1.onmessage = resolve
    setTimeout(resolve, 3000)
  })
  active?.postMessage({ type: 'MAKE_WAY' }, [port2])
  await answered
  await updates.reload()
}

/** Offers a version only once it waits: during its install, the person's consent would be lost. */
function watchRegistration(registration: ServiceWorkerRegistration): void {
  const look = () => {
    if (registration.waiting === null || registration.active === null || state !== 'none') return
    offered = registration
    setState('offered')
  }
  const watch = () => {
    const { installing, waiting, active } = registration
    const isGone = () => installing?.state === 'redundant' || (!installing && !waiting)
    const hear = () => {
      look()
      if (isGone() && active === null && registration.active === null) void reportFullStorage()
    }
    installing?.addEventListener('statechange', hear)
    hear()
  }
  registration.addEventListener('updatefound', watch)
  watch()
  let checked = serverNow()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    look()
    if (serverNow() - checked < checkEvery_ms || savesData()) return
    checked = serverNow()
    registration.update().catch(() => undefined)
  })
}

/** Returns the version of this page: the hash of its import map, from its policy. */
const currentBuild = () =>
  /sha256-[^']+/.exec(document.querySelector('meta[http-equiv]')?.outerHTML ?? '')

/**
 * Loads the newest app, once per version, after a file of this version was not found although the server answers.
 * Stores every draft first.
 */
export async function updateOnce(): Promise<void> {
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

/** Converts the URL for Trusted Types. workbox-window declares it as string, but passes it on unchanged. */
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
      <Button onClick={() => (state === 'offered' ? updates.accept() : void updates.reload())}>
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
