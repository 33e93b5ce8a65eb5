/**
 * Caches the result of `make` per key for `ms`; failures are not cached, and concurrent callers share one call.
 */
export function makeCache<Whom extends object, T>(
  ms: number,
  make: (whom: Whom) => Promise<T>,
): (whom: Whom) => Promise<T> {
  const kept = new WeakMap<Whom, { until: number; made: Promise<T> }>()
  return (whom) => {
    const earlier = kept.get(whom)
    if (earlier !== undefined && earlier.until >= Date.now()) return earlier.made
    const made = make(whom)
    kept.set(whom, { until: Date.now() + ms, made })
    made.catch(() => kept.delete(whom))
    return made
  }
}
