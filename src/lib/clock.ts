import {
  computeServerTime,
  correctSkew,
  isClockSurelyCorrect,
  measureSkew,
} from '#contract/server-time'
import { read, type StoredValues, write } from '#lib/device'

let heard: () => void = () => undefined

/** Resolves when this page has received the server's time. */
export const whenClockIsKnown = new Promise<void>((resolve) => (heard = resolve))

/**
 * The largest accepted difference of the clocks, ms. A larger one is not from our server, and times could not be
 * computed with it.
 */
const largestSkew_ms = 100 * 365 * 86_400_000

let skew_ms = readSkew()
/**
 * What this phone's clock showed when it was last read. Undefined until this phone first receives the server's time.
 */
let seen = readLastLook()
let stored_at = seen?.at ?? 0

function readSkew(): number {
  const skew = read('clock_skew') ?? 0
  return Math.abs(skew) < largestSkew_ms ? skew : 0
}

function readLastLook(): StoredValues['clock_seen'] | undefined {
  const look = read('clock_seen')
  return Number.isFinite(look?.at) ? look : undefined
}

/** Returns the current time by the server's clock, ms since 1970. All times that people see are computed with it. */
export function serverNow(): number {
  return computeServerTime(lookAtClock(), skew_ms)
}

/**
 * Returns the current time by this phone's clock, ms since 1970. Only for values that the browser itself compares with
 * that clock.
 */
export const phoneNow = (): number => Date.now()

/**
 * Reads this phone's clock. If somebody has changed the clock since the last reading, corrects the difference of the
 * clocks.
 */
function lookAtClock(): number {
  const now = Date.now()
  if (seen === undefined) return now
  const elapsed_ms = now - seen.at
  const skew = correctSkew(skew_ms, elapsed_ms)
  const is_doubtful =
    seen.is_doubtful || (skew !== skew_ms && !isClockSurelyCorrect(skew_ms, elapsed_ms))
  const isNews = skew !== skew_ms || Math.abs(now - stored_at) > 60_000
  seen = { at: now, is_doubtful }
  if (isNews) {
    stored_at = now
    write('clock_seen', seen)
  }
  changeSkew(skew)
  return now
}

function changeSkew(skew: number): void {
  if (skew === skew_ms) return
  const shift_ms = skew_ms - skew
  skew_ms = skew
  write('clock_skew', skew_ms)
  for (const watcher of watchers) watcher(shift_ms)
}

const watchers = new Set<(shift_ms: number) => void>()

/**
 * Calls back when the difference of the clocks changes. The listener adds `shift_ms` to each earlier moment of this
 * phone's clock that it has stored.
 */
export const onClockShift = (watcher: (shift_ms: number) => void): void =>
  void watchers.add(watcher)

/**
 * Returns whether this phone's clock was changed since the last answer of the server, so that the elapsed time is
 * unknown.
 */
export const isClockDoubtful = (): boolean => seen?.is_doubtful === true

/** Returns how far the server's clock is ahead, ms, for the service worker, which cannot read it from local storage. */
export const getClockSkew = (): number => skew_ms

/** Converts a moment from this phone's clock to the server's, ms. */
export const toServerTime = (at: number): number => at + skew_ms

/** Converts a moment from the server's clock to this phone's, ms. */
export const toPhoneTime = (at: number): number => at - skew_ms

/**
 * Converts a stored moment of the server's clock to this phone's. Returns 1 if it is more than a minute in the future:
 * an answer with such a date would stay fresh for ever, and React Query reads 0 as "no answer".
 */
export function toPastPhoneTime(at: number): number {
  const there = toPhoneTime(at)
  return there > Date.now() + 60_000 ? 1 : Math.min(there, Date.now())
}

/** Measures the server's clock by an answer that was not cached. `date` and `sent_at` are those of `measureSkew`. */
export function updateClockSkew(date: string | undefined, sent_at = Date.now()): void {
  const now = Date.now()
  const skew = measureSkew(skew_ms, date, sent_at, now)
  if (skew === undefined) return
  if (seen === undefined || seen.is_doubtful || Math.abs(now - stored_at) > 60_000) {
    stored_at = now
    write('clock_seen', { at: now, is_doubtful: false })
  }
  seen = { at: now, is_doubtful: false }
  changeSkew(skew)
  heard()
}

/** Differences below a minute are noise. */
const noise_ms = 60_000
const plausible = { from: Date.UTC(2024), until: Date.UTC(2100) } as const

/**
 * Notes a past moment of the server's clock, such as that of a stored answer: the server's time cannot be earlier, even
 * if this phone's clock says so.
 */
export function noteServerTime(at: number): void {
  if (at < serverNow() + noise_ms || !(at > plausible.from && at < plausible.until)) return
  seen = { at: Date.now(), is_doubtful: true }
  changeSkew(at - seen.at)
}

/**
 * `sent_at`: when the server sent an answer, ms by this phone's clock. `is_from_cache`: whether the answer came from
 * the service worker's cache.
 */
export interface AnswerOrigin {
  sent_at: number
  is_from_cache: boolean
}

const origins = new WeakMap<object, AnswerOrigin>()

/**
 * Notes when the server sent an answer that came from a cache. Caches leave the server's `Date` unchanged, or give the
 * age in `Age` (seconds).
 */
export function recordAnswerOrigin(answer: unknown, headers: Record<string, string>): void {
  const told = Date.parse(headers['date'] ?? '')
  if (!isUncached({ headers })) noteServerTime(told)
  const now = serverNow()
  const held = now - 1000 * (Number(headers['age']) || 0)
  const server_sent_at = Math.min(Number.isNaN(told) ? now : told, held)
  const is_from_cache = headers['x-kept'] !== undefined
  if (!is_from_cache && server_sent_at > now - 2000) return
  const sent_at = Math.min(toPhoneTime(server_sent_at), Date.now())
  for (const part of [answer, ...childrenOf(answer)])
    if (isObject(part)) origins.set(part, { sent_at, is_from_cache })
}

/** Returns false for an answer from a cache, which proves nothing about the network or the time. */
export const isUncached = ({ headers }: { headers: Record<string, string> }) =>
  headers['x-kept'] === undefined && !(Number(headers['age']) > 0)

/** Returns the origin of a query's data: that of its oldest answer; undefined if all answers are fresh. */
export function findDataOrigin(made: unknown, depth = 2): AnswerOrigin | undefined {
  if (!isObject(made)) return undefined
  const own = origins.get(made)
  if (own !== undefined || depth === 0) return own
  const inside = childrenOf(made).flatMap((part) => findDataOrigin(part, depth - 1) ?? [])
  return inside.toSorted((a, b) => a.sent_at - b.sent_at)[0]
}

const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null
const childrenOf = (it: unknown): unknown[] => (isObject(it) ? Object.values(it) : [])
