/*
 * One event stream per device. One visible tab holds it, if the browser has locks, and passes events to the others;
 * when it is left, the next continues. Events contain no data: what they name is loaded again. The service worker has
 * no part in it: a stream through it would prevent an update of the worker.
 */
import { savesData } from '#lib/online'
import { storedUser } from '#lib/session'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { refetchFor, type QueriesByEvent, refetchAll } from './refetch.ts'
import { hasLiveEvents, setLive, notifyScreens } from '#lib/live'
import { readEvents, type StreamEvent } from './read-events.ts'

/** Pauses between attempts, ms: after a stream that lasted, at most after failures, and with data saver. */
const soon = 1000
const longest = 60_000
const rarely = 5 * 60_000
/** A stream that ends sooner counts as failed: a proxy may end all of them. */
const lasting = 10_000

/** Messages between tabs: events, whether the stream is open, or that a tab was opened. */
type Word = StreamEvent | { live: boolean; at?: string | undefined } | { asks: true }

let isFollowing = false

/** The stream shared by an entry's tabs; `desk`: with the events of the user's desk. */
interface FollowOptions {
  name: string
  hears: QueriesByEvent
  desk?: true
}

/** Follows changes for the logged-in user while the app is open; repeated calls do nothing. */
export function followChanges(queries: QueryClient, following: FollowOptions): void {
  if (isFollowing) return
  isFollowing = true
  let since: string | undefined
  let isHolder = false
  const { name, hears, desk = false } = following
  const channel = new BroadcastChannel(name)
  const hear = (word: Word) => {
    if ('asks' in word) {
      if (isHolder && hasLiveEvents()) channel.postMessage({ live: true, at: since })
      return
    }
    if ('live' in word) {
      // Changes between this tab's first load and now were reported to no tab.
      if (since === undefined && word.at !== undefined) refetchFor(queries, hears, 'reset')
      since = word.at ?? since
      if (word.live === hasLiveEvents()) return
      setLive(word.live)
      return refetchAll(queries, hears)
    }
    since = word.id ?? since
    notifyScreens(word)
    refetchFor(queries, hears, word.kind)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => hear(data))
  const tell = (word: Word) => {
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

/**
 * Never resolves: whenever the page is visible and a user is logged in, this tab asks for the stream, and waits while
 * another has it.
 */
async function takeTurns(name: string, hold: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  for (;;) {
    while (!isWanted()) await after(longest)
    await (locks === undefined ? hold() : locks.request(name, hold))
  }
}

/** Opens the stream again and again while this tab wants it. */
async function listen(
  { since, desk }: { since: () => string | undefined; desk: boolean },
  tell: (word: Word) => void,
): Promise<void> {
  for (let wait = soon; isWanted();) {
    const control = new AbortController()
    const stay = leaving(() => control.abort())
    const once = savesData()
    const began = performance.now()
    const { signal } = control
    const status = await readEvents({ since: since(), once, desk, signal }, (told) => {
      if (told.kind === 'hello') tell({ live: !once, at: told.id })
      else tell(told)
    })
    stay()
    tell({ live: false })
    const lasted = status === 200 && performance.now() - began > lasting
    if (lasted) wait = soon
    // The first attempt after an end is soon; the server may postpone it.
    await after(once ? rarely : (status === 429 ? longest : wait) * (0.5 + share()), once)
    if (!lasted) wait = Math.min(wait * 2, longest)
  }
}

/** Between 0 and 1, so that not all phones of a process reconnect at once. */
const share = () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

const isWanted = () =>
  storedUser() !== undefined && onlineManager.isOnline() && document.visibilityState === 'visible'

/** Resolves after `ms`, or sooner when the network is back or, unless it `sleeps`, visibility changes. */
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
 * Gives the stream back a minute after the page is hidden, and at once without a network, so that the phone can
 * sleep.
 */
function leaving(leave: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(leave, longest)
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
