import { serverTime, skewAfter } from '#contract/sending'
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
