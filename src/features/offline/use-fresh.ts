import { serverNow } from '#lib/clock'
import { onItemSent, useOutboxList } from '#lib/outbox'
import { type QueryKey, type QueryState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Loads all queries under `keys` again after this phone has sent an item of one of `kinds`. Data stored before that
 * item was sent is loaded again too, because the outbox starts before the screens. Returns a function that loads them
 * on demand.
 */
export function useRefreshWhenSent(
  kinds: readonly string[],
  keys: readonly QueryKey[],
): () => Promise<unknown> {
  const queries = useQueryClient()
  // By query hash: when the newest item was sent because of which the query was loaded. An item causes only one load of
  // a query, although it is reported twice, and although the data may look old for ever if the clocks differ.
  const sentTimes = useRef(new Map<string, number>())
  const refresh = useCallback(
    () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries, keys],
  )
  const askAfter = useCallback(
    (sentAt: number, isDue: (state: QueryState) => boolean) => {
      const cache = queries.getQueryCache()
      const all = keys.flatMap((key) => cache.findAll({ queryKey: key }))
      for (const { queryKey, queryHash, state } of all) {
        if ((sentTimes.current.get(queryHash) ?? 0) >= sentAt || !isDue(state)) continue
        if (state.data !== undefined) sentTimes.current.set(queryHash, sentAt)
        void queries.invalidateQueries({ queryKey, exact: true })
      }
    },
    [queries, keys],
  )
  useEffect(
    () =>
      onItemSent(({ kind, sent_at = serverNow() }) => {
        if (kinds.includes(kind)) askAfter(sent_at, () => true)
      }),
    [kinds, askAfter],
  )
  const sent = useOutboxList()?.filter(({ kind }) => kinds.includes(kind)) ?? []
  const sentAt = Math.max(0, ...sent.map(({ sent_at }) => sent_at ?? 0))
  useEffect(() => {
    const askOlder = () =>
      askAfter(sentAt, ({ data, dataUpdatedAt }) => data !== undefined && dataUpdatedAt < sentAt)
    askOlder()
    return queries.getQueryCache().subscribe(askOlder)
  }, [queries, sentAt, askAfter])
  return refresh
}
