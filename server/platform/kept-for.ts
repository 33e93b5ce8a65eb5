/** What `make` gave, for `ms`: asked for again only after that, or when it failed. Who asks meanwhile shares it. */
export function keptFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; made: Promise<T> } | undefined
  return () => {
    if (kept === undefined || kept.until < Date.now()) {
      const made = make()
      kept = { until: Date.now() + ms, made }
      made.catch(() => (kept = undefined))
    }
    return kept.made
  }
}
