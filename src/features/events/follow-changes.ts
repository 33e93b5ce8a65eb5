/*
 * One stream a device. Of its tabs one holds it, where the browser has locks, and hands what it hears to the others; when
 * it closes, the next goes on where it stopped. What was told is asked for anew: no event carries anything itself.
 */
import { savesData } from '#lib/online'
import { storedUser } from '#lib/session'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { hears } from './hears.ts'
import { hand, setLive } from './live.ts'
import { readEvents, type Told } from './read-events.ts'

/** Waits between two tries, ms: after a stream that ended well, at most after failures, and where data is saved. */
const soon = 1000
const longest = 60_000
const rarely = 5 * 60_000

type Word = Told | { live: boolean }

let isFollowing = false

/** Follows what changes for who is logged in, for as long as the app is open, however often it is called. */
export function followChanges(queries: QueryClient): void {
  if (isFollowing) return
  isFollowing = true
  const channel = new BroadcastChannel('events')
  let since: string | undefined
  const hear = (word: Word) => {
    if ('live' in word) return setLive(word.live)
    since = word.id ?? since
    take(queries, word)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => hear(data))
  const tell = (word: Word) => {
    hear(word)
    channel.postMessage(word)
  }
  const { locks } = navigator as { locks?: LockManager }
  const hold = () => keepOpen(() => since, tell)
  void (locks === undefined ? hold() : locks.request('events', hold))
}

/** Asks anew for what changed. After `reset`, and where a stream begins in the middle, for everything it could tell. */
function take(queries: QueryClient, { kind, subject }: Told): void {
  hand(kind, subject)
  const keys = kind === 'reset' ? Object.values(hears).flat() : (hears[kind] ?? [])
  for (const key of keys) void queries.invalidateQueries({ queryKey: [key] })
}

/** Never resolves: who holds the stream holds it until the tab is closed. */
async function keepOpen(since: () => string | undefined, tell: (word: Word) => void) {
  for (let wait = soon; ;) {
    await wanted()
    const control = new AbortController()
    const leave = leaving(() => control.abort())
    const began = since()
    const once = savesData()
    const status = await readEvents({ since: began, once, signal: control.signal }, (told) => {
      wait = soon
      tell(told)
      if (told.kind !== 'hello') return
      // What changed between the app's last look and now was told to nobody.
      if (began === undefined) tell({ ...told, kind: 'reset' })
      if (!once) tell({ live: true })
    })
    leave()
    tell({ live: false })
    await after(once ? rarely : wait * (0.5 + waitShare()))
    wait = status === 200 ? soon : Math.min(wait * 2, longest)
  }
}

/** Between 0 and 1, so that not all phones of a process come back at once. */
const waitShare = () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

const isWanted = () =>
  storedUser() !== undefined && onlineManager.isOnline() && document.visibilityState === 'visible'

/** Resolves once somebody is logged in, online, and looks. */
async function wanted(): Promise<void> {
  while (!isWanted()) await after(longest)
}

/** Resolves after a while, or sooner where the phone wakes or finds a network. */
function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', go)
      unheard()
      resolve()
    }
    const timer = setTimeout(go, ms)
    document.addEventListener('visibilitychange', go)
    const unheard = onlineManager.subscribe((online) => online && go())
  })
}

/** A minute after nobody looks any more the stream is given back: the phone may sleep. */
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
