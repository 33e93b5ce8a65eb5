/*
 * One event stream per device. If the browser has locks, one visible tab holds the stream and passes the events to the
 * others. When that tab is hidden or closed, another takes over. Events contain no data: the app loads again what they
 * name. The service worker does not carry the stream, because that would prevent updates of the worker.
 */
import { isSavingData } from '#lib/online'
import { readStoredUser } from '#lib/session'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { refetchAfterEvent, type QueriesByEvent, resetPolling } from './refetch.ts'
import { isEventStreamOpen, setEventStreamOpen, notifyScreens } from '#lib/live'
import { readEvents, type StreamEvent } from './read-events.ts'

/** The pause (ms) before a stream that ended is opened again. It doubles with each failure. */
const firstPause_ms = 1000
/**
 * The longest pause (ms) after failures. Also the pause if the server is busy (429), and the time after which a hidden
 * page closes the stream.
 */
const maxPause_ms = 60_000
/** The pause with data saver on (ms). */
const dataSaverPause_ms = 5 * 60_000
/** A stream that lasts less than this (ms) counts as a failure, because a proxy may cut off every stream. */
const minDuration_ms = 10_000

/** Messages between tabs: events, whether the stream is open, or that a tab was opened. */
type TabMessage = StreamEvent | { live: boolean; at?: string | undefined } | { asks: true }

let isFollowing = false

/**
 * Options of a stream. Tabs with the same `name` share it: those of the app, or those of the desk. `hears`: the queries
 * to load again for each kind of event. `desk` includes the events of the user's desk.
 */
interface FollowOptions {
  name: string
  hears: QueriesByEvent
  desk?: true
}

/**
 * Loads queries again when the server reports that something has changed for the logged-in user, as long as the app is
 * open. Repeated calls do nothing.
 */
export function followChanges(queries: QueryClient, following: FollowOptions): void {
  if (isFollowing) return
  isFollowing = true
  let since: string | undefined
  let isHolder = false
  const { name, hears, desk = false } = following
  const channel = new BroadcastChannel(name)
  const hear = (word: TabMessage) => {
    if ('asks' in word) {
      if (isHolder && isEventStreamOpen()) channel.postMessage({ live: true, at: since })
      return
    }
    if ('live' in word) {
      // This tab has missed the events between its first load and now, so everything is loaded again.
      if (since === undefined && word.at !== undefined) refetchAfterEvent(queries, hears, 'reset')
      since = word.at ?? since
      if (word.live === isEventStreamOpen()) return
      setEventStreamOpen(word.live)
      return resetPolling(queries, hears)
    }
    since = word.id ?? since
    notifyScreens(word)
    refetchAfterEvent(queries, hears, word.kind)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data))
  const tell = (word: TabMessage) => {
    hear(word)
    channel.postMessage(word)
  }
  channel.postMessage({ asks: true })
  const hold = async () => {
    isHolder = true
    await listen({ since: () => since, desk }, tell)
    isHolder = false
  }
  void takeTurns(name, hold)
}

/** Calls `hold` whenever the stream is needed and no other tab holds it. The promise never resolves. */
async function takeTurns(name: string, hold: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  for (;;) {
    while (!isStreamNeeded()) await after(maxPause_ms)
    await (locks === undefined ? hold() : locks.request(name, hold))
  }
}

/** Opens the stream again each time it ends, as long as this tab needs it. */
async function listen(
  { since, desk }: { since: () => string | undefined; desk: boolean },
  tell: (word: TabMessage) => void,
): Promise<void> {
  for (let wait = firstPause_ms; isStreamNeeded();) {
    const control = new AbortController()
    const stay = leaving(() => control.abort())
    const once = isSavingData()
    const began = performance.now()
    const { signal } = control
    const status = await readEvents({ since: since(), once, desk, signal }, (told) => {
      if (told.kind === 'hello') tell({ live: !once, at: told.id })
      else tell(told)
    })
    stay()
    tell({ live: false })
    const lasted = status === 200 && performance.now() - began > minDuration_ms
    if (lasted) wait = firstPause_ms
    // Reconnect soon after a long stream, later after each failure, and after a minute if the server is busy (429).
    await after(
      once ? dataSaverPause_ms : (status === 429 ? maxPause_ms : wait) * (0.5 + share()),
      once,
    )
    if (!lasted) wait = Math.min(wait * 2, maxPause_ms)
  }
}

/** Returns a random number between 0 and 1, so that phones do not all reconnect at the same time. */
const share = () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

const isStreamNeeded = () =>
  readStoredUser() !== undefined &&
  onlineManager.isOnline() &&
  document.visibilityState === 'visible'

/**
 * Resolves after `ms`, or sooner when the network is back or the page's visibility changes. With `sleeps`, visibility
 * is ignored.
 */
function after(ms: number, sleeps = false): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', go)
      unheard()
      resolve()
    }
    const timer = setTimeout(go, ms)
    if (!sleeps) document.addEventListener('visibilitychange', go)
    const unheard = onlineManager.subscribe((online) => online && go())
  })
}

/**
 * Calls `leave` a minute after the page is hidden, so that the phone can sleep, and immediately when the network is
 * lost. Returns a function that ends this.
 */
function leaving(leave: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(leave, maxPause_ms)
  }
  const cut = onlineManager.subscribe((online) => !online && leave())
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearTimeout(timer)
    cut()
    document.removeEventListener('visibilitychange', look)
  }
}
