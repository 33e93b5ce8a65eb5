import { serverNow } from '#lib/clock'
import { openShelf } from '#lib/device'
import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { Query, QueryFunctionContext } from '@tanstack/react-query'

const day_ms = 86_400_000
const lengths = { day: day_ms, week: 7 * day_ms, month: 31 * day_ms } as const
type Length = keyof typeof lengths

/**
 * How long an answer stays on the phone after it came: spread one into a query's options, as in
 * `queryOptions({ queryKey, queryFn, ...keepFor.week })`. Without it nothing is kept.
 */
export const keepFor = {
  day: { meta: { keep: 'day' } },
  week: { meta: { keep: 'week' } },
  month: { meta: { keep: 'month' } },
} as const satisfies Record<Length, { meta: { keep: Length } }>

/** Raise it when the shape of kept answers changes; a mere release must not empty phones. */
const shapeVersion = '1'

/**
 * Keeps answers in IndexedDB, each query for itself, so that what React Query drops from memory after
 * five minutes stays on the phone. Reading never deletes for age; `sweep` drops what is past its time.
 * `close` comes before a wipe: afterwards nothing is written, not even an answer still on its way.
 */
export function openKeeper(owner: string) {
  const shelf = openShelf('answers', owner)
  let closed = false
  const storage = {
    getItem: (key: string) => (closed ? undefined : shelf.get<PersistedQuery>(key)),
    setItem: async (key: string, query: PersistedQuery) => {
      if (!closed) await shelf.set(key, query)
    },
    removeItem: async (key: string) => {
      await shelf.delete(key)
    },
  }
  const persisterFor = (prefix: Length) =>
    experimental_createQueryPersister<PersistedQuery>({
      storage,
      prefix,
      serialize: (query) => query,
      deserialize: clamped,
      maxAge: Number.POSITIVE_INFINITY,
      buster: shapeVersion,
    }).persisterFn
  const persisters = {
    day: persisterFor('day'),
    week: persisterFor('week'),
    month: persisterFor('month'),
  }

  return {
    persist<T>(
      ask: (ctx: QueryFunctionContext) => T | Promise<T>,
      ctx: QueryFunctionContext,
      query: Query,
    ) {
      const length = query.meta?.['keep']
      return isLength(length) ? persisters[length](ask, ctx, query) : ask(ctx)
    },
    close() {
      closed = true
    },
    clear: () => shelf.clear(),
    async sweep() {
      for (const [key, query] of await shelf.entries<PersistedQuery>()) {
        const length = key.split('-', 1)[0]
        const kept_ms = isLength(length) ? lengths[length] : 0
        if (query.state.dataUpdatedAt + kept_ms < serverNow()) await shelf.delete(key)
      }
    },
  }
}

const isLength = (value: unknown): value is Length => typeof value === 'string' && value in lengths

/** An answer from the future would stay fresh for ever: the clock was wrong. 0 would mean no answer. */
function clamped(query: PersistedQuery): PersistedQuery {
  if (query.state.dataUpdatedAt <= Date.now()) return query
  return { ...query, state: { ...query.state, dataUpdatedAt: 1 } }
}
