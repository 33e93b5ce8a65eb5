/* The server's time and Retry-After, for pages and the service worker. */

/** The server's time, ms since 1970: this phone's clock (`now`) corrected by what the server said last. */
export const serverTime = (now: number, skew_ms: number) => now + skew_ms

/**
 * By how much the server's clock is ahead, ms, after an answer that nobody kept. `date` is its `Date` header
 * (whole seconds) or an ISO instant; `sent_at` and `now` are of this phone's clock. Up to two seconds plus half
 * the round trip is noise. Undefined without a date.
 */
export function skewAfter(
  skew_ms: number,
  date: string | null | undefined,
  sent_at: number,
  now: number,
): number | undefined {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return undefined
  const seen = told - (sent_at + now) / 2
  const isNoise = Math.abs(seen - skew_ms) < 2000 + Math.max(0, now - sent_at) / 2
  return isNoise ? skew_ms : Math.round(seen)
}

/** Seconds that a `Retry-After` header asks for; undefined without one. */
export function retryAfter(header: string | null | undefined): number | undefined {
  const seconds = Number(header ?? Number.NaN)
  return seconds >= 0 ? seconds : undefined
}
