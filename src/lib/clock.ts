import { serverTime, skewAfter } from '#contract/server-time'
import { read, write } from '#lib/device'

let heard: () => void = () => undefined

/** Resolves when the server has told its time since this page was opened. */
export const clockTold = new Promise<void>((resolve) => (heard = resolve))

let skew_ms = read('clock_skew') ?? 0

/** Now by the server's clock, ms since 1970: the phone's clock corrected by the last answer's `Date`. */
export function serverNow(): number {
  return serverTime(Date.now(), skew_ms)
}

/** By how much the server's clock is ahead, ms: for the service worker, which cannot read local storage. */
export const clockSkew = (): number => skew_ms

/** A moment by this phone's clock, ms, as the server's clock shows it. */
export const byServer = (at: number): number => at + skew_ms

/** A moment by the server's clock, ms, as this phone's clock shows it. */
export const byThisPhone = (at: number): number => at - skew_ms

/** Learns the server's clock from an answer that nobody kept: `date` and `sent_at` as `skewAfter` takes them. */
export function noteServerTime(date: string | undefined, sent_at = Date.now()): void {
  const skew = skewAfter(skew_ms, date, sent_at, Date.now())
  if (skew === undefined) return
  heard()
  if (skew === skew_ms) return
  skew_ms = skew
  write('clock_skew', skew_ms)
}

/** When an answer was the server's word, ms by this phone's clock; `is_kept`: the service worker had it. */
export interface Age {
  at: number
  is_kept: boolean
}

const ages = new WeakMap<object, Age>()

/** Differences below two seconds are noise of the clocks. */
const noise_ms = 2000

/**
 * Notes how old an answer is that did not come straight from the server. Anyone who kept it (the worker, the
 * browser, a proxy) left the server's `Date` as it was, or says in `Age` how many seconds ago it came.
 */
export function noteAge(answer: unknown, headers: Record<string, string>): void {
  const now = serverNow()
  const told = Date.parse(headers['date'] ?? '')
  const held = now - 1000 * (Number(headers['age']) || 0)
  const at = Math.min(Number.isNaN(told) ? now : told, held)
  const is_kept = headers['x-kept'] !== undefined
  if (!is_kept && at > now - noise_ms) return
  for (const part of [answer, ...childrenOf(answer)])
    if (isObject(part)) ages.set(part, { at: Math.min(byThisPhone(at), Date.now()), is_kept })
}

/** False for what the service worker or a proxy had kept: it says nothing about the network or the time. */
export const isFresh = ({ headers }: { headers: Record<string, string> }) =>
  headers['x-kept'] === undefined && !(Number(headers['age']) > 0)

/** The age of what a query made of its answers: of the oldest in it. Undefined when all came just now. */
export function ageOf(made: unknown, depth = 2): Age | undefined {
  if (!isObject(made)) return undefined
  const own = ages.get(made)
  if (own !== undefined || depth === 0) return own
  const inside = childrenOf(made).flatMap((part) => ageOf(part, depth - 1) ?? [])
  return inside.toSorted((a, b) => a.at - b.at)[0]
}

const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null
const childrenOf = (it: unknown): unknown[] => (isObject(it) ? Object.values(it) : [])
