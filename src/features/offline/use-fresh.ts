import { onSent, useOutboxList } from '#lib/outbox'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

/**
 * Asks again for all under `keys` whenever this phone has sent one of `kinds`, and for what was kept before it was
 * sent: the outbox begins before a screen does. Returns the way to ask by hand.
 */
export function useFreshWhenSent(
  kinds: readonly string[],
  keys: readonly QueryKey[],
): () => Promise<unknown> {
  const queries = useQueryClient()
  const refresh = useCallback(
    () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries, keys],
  )
  useEffect(
    () =>
      onSent(({ kind }) => {
        if (kinds.includes(kind)) void refresh()
      }),
    [kinds, refresh],
  )
  const sent = useOutboxList()?.filter(({ kind }) => kinds.includes(kind)) ?? []
  const sentAt = Math.max(0, ...sent.map(({ sent_at }) => sent_at ?? 0))
  useEffect(() => {
    // Once each: where two clocks differ, an answer may look older for ever.
    const asked = new Set<string>()
    const cache = queries.getQueryCache()
    const askOlder = () => {
      for (const { queryKey, queryHash, state } of keys.flatMap((key) =>
        cache.findAll({ queryKey: key }),
      )) {
        if (state.data === undefined || state.dataUpdatedAt >= sentAt || asked.has(queryHash))
          continue
        asked.add(queryHash)
        void queries.invalidateQueries({ queryKey, exact: true })
      }
    }
    askOlder()
    return cache.subscribe(askOlder)
  }, [queries, keys, sentAt])
  return refresh
}
