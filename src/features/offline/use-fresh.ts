import { onSent } from '#lib/outbox'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

/** Asks again for all under `keys` whenever this phone has sent one of `kinds`. Returns the way to ask by hand. */
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
  return refresh
}
