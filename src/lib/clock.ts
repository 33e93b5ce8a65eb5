import { read, write } from '#lib/device'

let heard: () => void = () => undefined

/** Resolves when the server has told its time since this page was opened. */
export const clockTold = new Promise<void>((resolve) => (heard = resolve))

let skew_ms = read('clock_skew') ?? 0

/** Now by the server's clock, ms since 1970: the phone's clock corrected by the last answer's `Date`. */
export function serverNow(): number {
  return Date.now() + skew_ms
}

/** A moment by this phone's clock, ms, as the server's clock shows it. */
export const byServer = (at: number): number => at + skew_ms

/** A moment by the server's clock, ms, as this phone's clock shows it. */
export const byThisPhone = (at: number): number => at - skew_ms

/**
 * Learns the server's clock from an answer that nobody kept. `date` is its `Date` header (whole seconds)
 * or an ISO instant; `sent_at` is when the question left, ms. What the answer was on its way for is no
 * difference of clocks, nor are two seconds.
 */
export function noteServerTime(date: string | undefined, sent_at = Date.now()): void {
  const told = date === undefined ? Number.NaN : Date.parse(date)
  if (Number.isNaN(told)) return
  heard()
  const now = Date.now()
  const seen = told - (sent_at + now) / 2
  if (Math.abs(seen - skew_ms) < 2000 + Math.max(0, now - sent_at) / 2) return
  skew_ms = Math.round(seen)
  write('clock_skew', skew_ms)
}
