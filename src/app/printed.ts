import { byThisPhone } from '#lib/clock'
import type { Query, QueryClient } from '@tanstack/react-query'
import { keepAnswer } from './query-client.ts'

/**
 * Takes over the answers that a page was printed with, so that the app draws over it what is there; they are
 * kept on the phone like others, once a screen says for how long. False where the page was not printed for this
 * address.
 */
export function takePrinted(root: HTMLElement | null, queries: QueryClient): boolean {
  if (root?.dataset['at'] !== location.pathname + location.search) return false
  const text = document.querySelector('#answers')?.textContent
  const { at, kept } = JSON.parse(text ?? '{"at":0,"kept":[]}') as {
    at: number
    kept: [unknown[], unknown][]
  }
  const cache = queries.getQueryCache()
  const taken = new Set<Query>()
  const updatedAt = Math.min(byThisPhone(at), Date.now())
  for (const [queryKey, data] of kept) {
    queries.setQueryData(queryKey, data, { updatedAt })
    const query = cache.find({ queryKey })
    if (query !== undefined) taken.add(query)
  }
  cache.subscribe((event) => {
    if (event.type === 'observerAdded' && taken.delete(event.query)) keepAnswer(event.query)
  })
  return true
}
