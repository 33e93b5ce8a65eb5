import { QueryResult, type QueryState } from '#ui/query-result'
import { AgeNoticeContext } from '#ui/page'
import type { ReactNode } from 'react'

/**
 * Wraps the `Page` of a screen with several lists: the age of stored data is displayed once, below the title, for the
 * oldest list. A list that has not loaded shows its own state, such as waiting, in its own `QueryResult`.
 */
export function QueryResultGroup({
  queries,
  title,
  children,
}: {
  queries: readonly QueryState<unknown>[]
  title: string
  children: ReactNode
}) {
  const kept = queries
    .filter(({ data }) => data !== undefined)
    .toSorted((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)
  const failing = kept.find(({ error, failureReason }) => (error ?? failureReason) !== null)
  const asked: QueryState<unknown> = {
    error: null,
    failureReason: null,
    fetchStatus: 'idle',
    ...(failing ?? kept[0]),
    data: kept.length,
    dataUpdatedAt: kept[0]?.dataUpdatedAt ?? 0,
    refetch: () => queries.forEach(({ refetch }) => refetch()),
  }
  return (
    <AgeNoticeContext value={kept.length === 0}>
      <QueryResult query={asked} title={title}>
        {() => children}
      </QueryResult>
    </AgeNoticeContext>
  )
}
