import { noteServerTime, toPastPhoneTime } from '#lib/clock'
import type { Query, QueryClient } from '@tanstack/react-query'
import { storeQueryData } from './query-client.ts'

/**
 * Copies the answers of a prerendered page into the query cache, so that hydration finds the displayed data. They are
 * stored on the phone like other answers. Returns false if the page was not prerendered for this URL.
 */
export function restorePrerenderedAnswers(root: HTMLElement | null, queries: QueryClient): boolean {
  if (root?.dataset['at'] !== location.pathname + location.search) return false
  const text = document.querySelector('#answers')?.textContent
  const { at, kept } = JSON.parse(text ?? '{"at":0,"kept":[]}') as {
    at: number
    kept: [unknown[], unknown][]
  }
  const cache = queries.getQueryCache()
  const taken = new Set<Query>()
  noteServerTime(at)
  const updatedAt = toPastPhoneTime(at)
  for (const [queryKey, data] of kept) {
    queries.setQueryData(queryKey, data, { updatedAt })
    const query = cache.find({ queryKey })
    if (query !== undefined) taken.add(query)
  }
  cache.subscribe((event) => {
    if (event.type === 'observerAdded' && taken.delete(event.query)) storeQueryData(event.query)
  })
  return true
}
