import 'fake-indexeddb/auto'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'

configure({
  asyncUtilTimeout: 15_000,
  getElementError: (message) => new Error(message?.split('\n\n', 1)[0]),
})

// The server runs in the same process: bytes are Node's own, or it would not recognise its Buffers.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)
globalThis.ArrayBuffer = Buffer.alloc(0).buffer.constructor as ArrayBufferConstructor

// Features that browsers of phones have and jsdom lacks.
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
globalThis.scrollTo = () => undefined
// Reports every element as visible immediately.
globalThis.IntersectionObserver ??= class {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly #tell
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe() {
    this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this)
  }
  unobserve = () => undefined
  disconnect = () => undefined
  takeRecords = () => []
}
// jsdom has no layout, so no size ever changes.
globalThis.ResizeObserver ??= class {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return
  this.open = false
  queueMicrotask(() => this.dispatchEvent(new Event('close')))
}

/** Makes a new phone: nothing stored, nothing loaded, at the first address. */
function startNewPhone(): void {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=', 1)[0]}=; max-age=0; path=/`
  globalThis.indexedDB = new IDBFactory()
}

// Already before the file imports our modules: some read at once what is stored.
startNewPhone()

/** Each test starts on a new phone with a working network. */
beforeEach(() => {
  startNewPhone()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  onlineManager.setOnline(true)
})

afterEach(async () => {
  cleanup()
  // jsdom draws its frames by the clock of this test. A frame that never ends would stop those of all later files.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(frame_ms)
  vi.restoreAllMocks()
  vi.useRealTimers()
  // Otherwise code that waits for the network would run when its page is gone.
  onlineManager.setOnline(true)
  await takeSnackbarsAway()
})

/** The time between two frames of jsdom. */
const frame_ms = 17

/** Ends what the pages of this file listen for: the files of a worker share one window. */
const ends: (() => void)[] = []

/** Events of the document for which React and `user-event` add listeners once, for all files. */
const shared = ['blur', 'focus', 'selectionchange']

beforeAll(() => {
  vi.restoreAllMocks()
  for (const target of [globalThis, document] as EventTarget[]) {
    const add = target.addEventListener
    target.addEventListener = function listen(...listener: Parameters<typeof add>) {
      if (target !== document || !shared.includes(listener[0]))
        ends.push(() => target.removeEventListener(...listener))
      add.apply(target, listener)
    }
    ends.push(() => void (target.addEventListener = add))
  }
  const { subscribe } = onlineManager
  onlineManager.subscribe = (hear) => {
    const end = subscribe.call(onlineManager, hear)
    ends.push(end)
    return end
  }
  ends.push(() => void (onlineManager.subscribe = subscribe))
  endTimersWithFile()
})

/**
 * Ends the file's timers with it. Otherwise a page that waits a minute for its event stream would wake in a later file
 * and follow that file's person.
 */
function endTimersWithFile(): void {
  const { setTimeout: start } = globalThis
  const running = new Set<ReturnType<typeof start>>()
  const startEnding = (
    work: (...values: unknown[]) => void,
    ...others: [number?, ...unknown[]]
  ) => {
    const [ms, ...values] = others
    const timer = start(() => {
      running.delete(timer)
      work(...values)
    }, ms)
    running.add(timer)
    return timer
  }
  globalThis.setTimeout = Object.assign(startEnding, start)
  ends.push(() => {
    globalThis.setTimeout = start
    for (const timer of running) clearTimeout(timer)
  })
}

afterAll(() => {
  for (const end of ends) end()
  vi.unstubAllGlobals()
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name)
  const { documentElement: root } = document
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
  onlineManager.setOnline(true)
  // A request that ends after the last test must not start to look for a network: its timers outlive the page.
  vi.spyOn(onlineManager, 'setOnline').mockImplementation(() => undefined)
})

/** Removes snackbars (toasts): they are outside the app, and would keep animating in a page that is gone. */
async function takeSnackbarsAway(): Promise<void> {
  const shown = () => document.querySelectorAll('[data-position] [role="alert"]').length
  if (shown() === 0) return
  const { notifications } = await import('@mantine/notifications')
  notifications.clean()
  await waitFor(() => {
    if (shown() > 0) throw new Error('a snackbar does not go')
  })
}
