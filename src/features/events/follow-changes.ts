/*
 * One stream a device. Of the tabs that are looked at one holds it, where the browser has locks, and hands what it
 * hears to the others; when it is left, the next goes on where it stopped. What was told is asked for again: no
 * event carries anything itself. The worker has no part in it: a stream that went through it would keep an older
 * version alive.
 */
import { savesData } from '#lib/online'
import { storedUser } from '#lib/session'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { askAnew, type Hears, lookAgain } from './ask-anew.ts'
import { hearsChanges, setLive, tellScreens } from '#lib/live'
import { readEvents, type Told } from './read-events.ts'

/** Waits between two tries, ms: after a stream that lasted, at most after failures, and where data is saved. */
const soon = 1000
const longest = 60_000
const rarely = 5 * 60_000
/** A stream ending sooner counts as failed: a proxy may end all of them. */
const lasting = 10_000

/** Messages between tabs: events, whether the stream is open, or that a tab was opened. */
type Word = Told | { live: boolean; at?: string | undefined } | { asks: true }

let isFollowing = false

/** The stream shared by an entry's tabs; `desk`: with the events of the user's desk. */
export interface Following {
  name: string
  hears: Hears
  desk?: true
}

/** Follows what changes for the logged-in user, for as long as the app is open, however often it is called. */
export function followChanges(queries: QueryClient, following: Following): void {
  if (isFollowing) return
  isFollowing = true
  let since: string | undefined
  let isHolder = false
  const { name, hears, desk = false } = following
  const channel = new BroadcastChannel(name)
  const hear = (word: Word) => {
    if ('asks' in word) {
      if (isHolder && hearsChanges()) channel.postMessage({ live: true, at: since })
      return
    }
    if ('live' in word) {
      // What changed between this tab's first look and now was told to nobody in it.
      if (since === undefined && word.at !== undefined) askAnew(queries, hears, 'reset')
      since = word.at ?? since
      if (word.live === hearsChanges()) return
      setLive(word.live)
      return lookAgain(queries, hears)
    }
    since = word.id ?? since
    tellScreens(word)
    askAnew(queries, hears, word.kind)
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

/** Never resolves: whenever somebody is there and looks, this tab wants the stream, and waits while another has it. */
async function takeTurns(name: string, hold: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  for (;;) {
    while (!isWanted()) await after(longest)
    await (locks === undefined ? hold() : locks.request(name, hold))
  }
}

/** Has the stream, again and again, for as long as it is wanted here. */
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
    // The first try after an end is soon; anyone who is told to come later comes later.
    await after(once ? rarely : (status === 429 ? longest : wait) * (0.5 + share()), once)
    if (!lasted) wait = Math.min(wait * 2, longest)
  }
}

/** Between 0 and 1, so that not all phones of a process come back at once. */
const share = () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

const isWanted = () =>
  storedUser() !== undefined && onlineManager.isOnline() && document.visibilityState === 'visible'

/** Resolves after a while, or sooner where the network comes or, unless it `sleeps`, somebody looks or looks away. */
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
 * A minute after nobody looks any more, and without a network at once, the stream is given back: the phone may
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
