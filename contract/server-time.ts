/* The server's time and Retry-After, for pages and for the service worker. */

/** Returns the server's time, ms since 1970: this phone's clock (`now`) corrected by `skew_ms`. */
export const computeServerTime = (now: number, skew_ms: number) => now + skew_ms

/**
 * Returns how far the server's clock is ahead in ms, from an answer that was not cached; undefined without a date.
 * `skew_ms`: the difference known before, returned if the new one is about equal. `date`: the `Date` header (whole
 * seconds) or an ISO instant. `sent_at`, `now`: by this phone's clock. Precise to two seconds plus half the round trip.
 */
export function measureSkew(
  skew_ms: number,
  date: string | null | undefined,
  sent_at: number,
  now: number,
): number | undefined {
  const date_ms = Date.parse(date ?? '')
  if (Number.isNaN(date_ms)) return undefined
  const seen = date_ms - (sent_at + now) / 2
  const isNoise = Math.abs(seen - skew_ms) < 2000 + Math.max(0, now - sent_at) / 2
  return isNoise ? skew_ms : Math.round(seen)
}

/** Differences up to a minute do not mean that a clock was changed. */
const tolerance_ms = 60_000
/** People do not correct a clock whose error is smaller than this, ms. */
const wrong_ms = 600_000
const day_ms = 86_400_000

/**
 * Returns how far the server's clock is ahead, ms, after somebody may have changed the phone's clock without a network.
 * `skew_ms`: the difference when it was last measured. `elapsed_ms`: how far the phone's clock has moved since then; a
 * negative value shows that it was changed. A clock that was behind, and has since moved ahead by just that difference,
 * counts as corrected.
 */
export function correctSkew(skew_ms: number, elapsed_ms: number): number {
  const least = skew_ms - elapsed_ms
  if (elapsed_ms < -tolerance_ms) return skew_ms < 0 ? Math.max(0, least) : least
  const isPutRight =
    skew_ms >= wrong_ms && least <= tolerance_ms && elapsed_ms <= skew_ms + skew_ms / 10
  return isPutRight ? Math.max(0, least) : skew_ms
}

/**
 * Returns whether a changed clock is certainly correct now: it went back by the time that it was ahead, or forward by
 * the time that it was behind, if that was a day or more. A smaller jump forward may also mean that the phone was off
 * for that long.
 */
export function isClockSurelyCorrect(skew_ms: number, elapsed_ms: number): boolean {
  const isWholeChange = Math.abs(skew_ms - elapsed_ms) <= Math.abs(skew_ms) / 10 + tolerance_ms
  return isWholeChange && (elapsed_ms < 0 || skew_ms >= day_ms)
}

/** Returns the seconds in a `Retry-After` header; undefined without one. */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  const seconds = Number(header ?? Number.NaN)
  return seconds >= 0 ? seconds : undefined
}
