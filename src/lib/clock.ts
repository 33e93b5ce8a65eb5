import { computeServerTime, measureSkew } from '#contract/server-time'
import { read, write } from '#lib/device'

let heard: () => void = () => undefined

/** Resolves when this page has received the server's time. */
export const whenClockIsKnown = new Promise<void>((resolve) => (heard = resolve))

let skew_ms = read('clock_skew') ?? 0

/** Returns the current time by the server's clock, ms since 1970. */
export function serverNow(): number {
  return computeServerTime(Date.now(), skew_ms)
}

/** Returns how far the server's clock is ahead, ms, for the service worker, which cannot read it from local storage. */
export const clockSkew = (): number => skew_ms

/** Converts a moment from this phone's clock to the server's, ms. */
export const toServerTime = (at: number): number => at + skew_ms

/** Converts a moment from the server's clock to this phone's, ms. */
export const toPhoneTime = (at: number): number => at - skew_ms

/** Measures the server's clock by an answer that was not cached. `date` and `sent_at` are those of `measureSkew`. */
export function updateClockSkew(date: string | undefined, sent_at = Date.now()): void {
  const skew = measureSkew(skew_ms, date, sent_at, Date.now())
  if (skew === undefined) return
  heard()
  if (skew === skew_ms) return
  skew_ms = skew
  write('clock_skew', skew_ms)
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

/** Differences below two seconds are noise. */
const noise_ms = 2000

/**
 * Notes when the server sent an answer that came from a cache. Caches leave the server's `Date` unchanged, or give the
 * age in `Age` (seconds).
 */
export function recordAnswerOrigin(answer: unknown, headers: Record<string, string>): void {
  const now = serverNow()
  const told = Date.parse(headers['date'] ?? '')
  const held = now - 1000 * (Number(headers['age']) || 0)
  const server_sent_at = Math.min(Number.isNaN(told) ? now : told, held)
  const is_from_cache = headers['x-kept'] !== undefined
  if (!is_from_cache && server_sent_at > now - noise_ms) return
  const sent_at = Math.min(toPhoneTime(server_sent_at), Date.now())
  for (const part of [answer, ...childrenOf(answer)])
    if (isObject(part)) origins.set(part, { sent_at, is_from_cache })
}

/** Returns false for an answer from a cache, which proves nothing about the network or the time. */
export const isFresh = ({ headers }: { headers: Record<string, string> }) =>
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
