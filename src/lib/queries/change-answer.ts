import type { AnswerLocator } from './retention.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

/**
 * Changes the answer of a query in memory and on this phone, so that it is right even if the app is next opened without
 * a network. `next` returns the same object to change nothing. The answer keeps its age, since the rest of it is not
 * newer, and is loaded again when it is next displayed.
 */
export async function changeAnswer<T>(
  queries: QueryClient,
  query: AnswerLocator,
  next: (data: T) => T,
): Promise<void> {
  const { queryKey } = query
  const state = queries.getQueryState<T>(queryKey)
  if (state?.data === undefined) {
    const { getQueryPersister } = await import('./persister.ts')
    return getQueryPersister().change(query, next)
  }
  const changed = next(state.data)
  if (changed === state.data) return
  // Setting the data also stores it on the phone.
  queries.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt })
  void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/** Puts an item into a list of pages: replaces its earlier version, or adds it at the front. */
export function putItemIntoPages<Item>(
  queries: QueryClient,
  query: AnswerLocator,
  item: Item,
  isSame: (one: Item) => boolean,
): Promise<void> {
  return changeAnswer<InfiniteData<{ data: Item[] }>>(queries, query, (list) => {
    const isKnown = list.pages.some(({ data }) => data.some(isSame))
    const pages = list.pages.map((page, at) => ({
      ...page,
      data: isKnown
        ? page.data.map((one) => (isSame(one) ? item : one))
        : at === 0
          ? [item, ...page.data]
          : page.data,
    }))
    return { ...list, pages }
  })
}
