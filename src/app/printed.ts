import type { QueryClient } from '@tanstack/react-query'

/**
 * Takes over the answers that a page was printed with, so that the app draws over it what stands there. False
 * where the page was not printed for this address.
 */
export function takePrinted(root: HTMLElement | null, queries: QueryClient): boolean {
  if (root?.dataset['at'] !== location.pathname + location.search) return false
  const text = document.querySelector('#answers')?.textContent
  const { at, kept } = JSON.parse(text ?? '{"at":0,"kept":[]}') as {
    at: number
    kept: [unknown[], unknown][]
  }
  for (const [key, data] of kept) queries.setQueryData(key, data, { updatedAt: at })
  return true
}
