import { CallError } from '#lib/api/error'
import { serverNow } from '#lib/clock'
import { noteTrouble, openStore, ownerHere } from '#lib/device-store'
import { isRetentionTime, retentionTimes, type RetentionTime } from '#lib/retention'
import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { Query, QueryFunctionContext } from '@tanstack/react-query'
import { clear, createStore, set } from 'idb-keyval'

export type QueryPersister = ReturnType<typeof openQueryPersister>

/** How long the phone may take to find an answer that nobody else gives. */
const unhurried_ms = 5000

/** Raise it when the shape of stored answers changes; a mere release must not empty phones. */
const shapeVersion = '1'

/**
 * Keeps answers in IndexedDB, each query for itself, so that anything that React Query drops from memory after
 * five minutes stays on the phone. Reading never deletes for age; `sweep` drops what is past its time.
 * `close` comes before a wipe: afterwards nothing is written, not even an answer still on its way.
 */
export function openQueryPersister(owner: string) {
  const store = openStore('answers', owner)
  let closed = false
  const storageFor = (patience_ms?: number) => ({
    getItem: (key: string) => (closed ? undefined : store.get<PersistedQuery>(key, patience_ms)),
    setItem: async (key: string, query: PersistedQuery) => {
      if (!closed) await store.set(key, query)
    },
    removeItem: async (key: string) => {
      await store.delete(key)
    },
  })
  const makerFor = (prefix: RetentionTime, patience_ms?: number) =>
    experimental_createQueryPersister<PersistedQuery>({
      storage: storageFor(patience_ms),
      prefix,
      serialize: (query) => query,
      deserialize: clamped,
      maxAge: Number.POSITIVE_INFINITY,
      refetchOnRestore: false,
      buster: shapeVersion,
    })
  const makers = { day: makerFor('day'), week: makerFor('week'), month: makerFor('month') }

  return {
    /** Keeps what a query holds now, as when an act's answer was put there instead of asked for. */
    async note(query: Query): Promise<void> {
      const length = query.meta?.['keep']
      if (isRetentionTime(length)) await makers[length].persistQuery(query)
    },
    async persist<T>(
      ask: (ctx: QueryFunctionContext) => T | Promise<T>,
      ctx: QueryFunctionContext,
      query: Query,
    ): Promise<T> {
      const length = query.meta?.['keep']
      if (!isRetentionTime(length)) return ask(ctx)
      let isAsked = false
      const { dataUpdateCount } = query.state
      const askOnce = (context: QueryFunctionContext) => {
        isAsked = true
        return ask(context)
      }
      const answer = await makers[length].persisterFn(askOnce, ctx, query).catch((error) => {
        if (!(error instanceof CallError && error.is_offline)) throw error
        // A phone that is busy starting the app reads late. Before anybody is told that nothing is kept, it is
        // read without haste.
        isAsked = false
        return makerFor(length, unhurried_ms).persisterFn(() => Promise.reject(error), ctx, query)
      })
      if (isAsked) return answer
      setTimeout(askAnew, 0, query)
      // What was put in its place while the phone was read is newer.
      const isOvertaken = query.state.dataUpdateCount > dataUpdateCount
      return isOvertaken ? (query.state.data as T) : answer
    },
    close() {
      closed = true
    },
    clear: () => store.clear(),
    async sweep() {
      for (const [key, query] of await store.entries<PersistedQuery>()) {
        const length = key.split('-', 1)[0]
        const kept_ms = isRetentionTime(length) ? retentionTimes[length] : 0
        // An answer is dated by this phone's clock as it was then: only past both clocks is past.
        const now = Math.min(Date.now(), serverNow())
        if (query.state.dataUpdatedAt + kept_ms < now) await store.delete(key)
      }
    },
  }
}

const keepers = new Map<string, QueryPersister>()

/** The keeper of whoever's phone this is now. */
export function queryPersisterHere(): QueryPersister {
  const owner = ownerHere()
  const keeper = keepers.get(owner) ?? openQueryPersister(owner)
  keepers.set(owner, keeper)
  return keeper
}

/**
 * What the phone had kept is on the screen; when it is old the server is asked as well. The library would
 * do so itself, and leave a rejection unheard when nobody answers or the screen is left meanwhile.
 */
function askAnew(query: Query): void {
  if (query.isStale()) query.fetch().catch(() => undefined)
}

/** An answer from the future would stay fresh for ever: the clock was wrong. 0 would mean no answer. */
function clamped(query: PersistedQuery): PersistedQuery {
  if (query.state.dataUpdatedAt <= Date.now()) return query
  return { ...query, state: { ...query.state, dataUpdatedAt: 1 } }
}

/** As many random bytes as a browser gives at once. */
const most = 65_536

/**
 * Whether there is room for so many bytes. The browser's own estimate does not tell, and noughts would be kept as
 * few.
 */
async function hasRoom(bytes: number): Promise<boolean> {
  const probe = createStore('probe', 'probe')
  const noise = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += most) crypto.getRandomValues(noise.subarray(at, at + most))
  try {
    await set('probe', noise, probe)
    await clear(probe)
    return true
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'QuotaExceededError')
  }
}

/** Size of the first install, bytes. */
const firstInstall = 600_000

/** The app's files could not be saved: the person hears it when it is for want of room. */
export async function noteFullness(): Promise<void> {
  if (!(await hasRoom(firstInstall))) noteTrouble('no_app')
}
