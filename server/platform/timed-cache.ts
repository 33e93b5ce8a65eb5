/**
 * Caches the result of `make` per key for `ms`; failures are not cached, and concurrent callers share one call.
 */
export function makeCache<Key extends object, T>(
  ms: number,
  make: (key: Key) => Promise<T>,
): (key: Key) => Promise<T> {
  const stored = new WeakMap<Key, { until: number; made: Promise<T> }>()
  return (key) => {
    const earlier = stored.get(key)
    if (earlier !== undefined && earlier.until >= Date.now()) return earlier.made
    const made = make(key)
    stored.set(key, { until: Date.now() + ms, made })
    // An older call that fails late must not delete the newer entry.
    made.catch(() => stored.get(key)?.made === made && stored.delete(key))
    return made
  }
}
