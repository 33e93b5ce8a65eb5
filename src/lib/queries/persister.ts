import { CallError } from '#lib/api/error'
import { noteServerTime, phoneNow, serverNow, toPastPhoneTime, toServerTime } from '#lib/clock'
import { getCurrentOwner } from '#lib/device/owner'
import { type DeviceStore, openStore } from '#lib/device/store'
import { reportStorageProblem } from '#lib/device/storage-trouble'
import {
  type AnswerLocator,
  isRetentionTime,
  hasExpectedShape,
  retentionTimes,
  type RetentionTime,
} from './retention.ts'
import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import { hashKey, type Query, type QueryFunctionContext } from '@tanstack/react-query'
import { clear, createStore, set } from 'idb-keyval'

export type QueryPersister = ReturnType<typeof openQueryPersister>

/**
 * How long to wait for a stored answer once the network has failed, ms. Longer than usual: there is no other source.
 */
const unhurried_ms = 5000

/**
 * The version of the shape of stored answers. Raise it when that shape changes: a release alone must not delete the
 * answers on phones.
 */
const shapeVersion = '1'

/**
 * Stores answers in IndexedDB, each query separately, so that data that React Query removes from memory stays on the
 * phone. Reading never deletes by age; `sweep` deletes what is past its retention. Call `close` before all data is
 * deleted: afterwards nothing is written.
 */
export function openQueryPersister(owner: string) {
  const store = openStore('answers', owner)
  let closed = false
  const storageFor = (asking: Query, patience_ms?: number) => ({
    getItem: async (key: string) => {
      const kept = closed ? undefined : await store.get<StoredAnswer>(key, patience_ms)
      if (kept === undefined || hasExpectedShape(asking, kept.state.data)) return kept
      await store.delete(key)
      return undefined
    },
    setItem: async (key: string, query: StoredAnswer) => {
      if (!closed) await store.set(key, query)
    },
    removeItem: async (key: string) => {
      await store.delete(key)
    },
  })
  const makerFor = (prefix: RetentionTime, asking: Query, patience_ms?: number) =>
    experimental_createQueryPersister<StoredAnswer>({
      storage: storageFor(asking, patience_ms),
      prefix,
      serialize: addServerTime,
      deserialize: restoreAge,
      maxAge: Number.POSITIVE_INFINITY,
      refetchOnRestore: false,
      buster: shapeVersion,
    })

  return {
    /** Stores the data that a query has now, for example after a mutation set it. */
    async note(query: Query): Promise<void> {
      const length = query.meta?.['keep']
      if (isRetentionTime(length) && hasExpectedShape(query, query.state.data))
        await makerFor(length, query).persistQuery(query)
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
      const maker = makerFor(length, query)
      const answer = await maker.persisterFn(askOnce, ctx, query).catch((error) => {
        if (!(error instanceof CallError && error.is_offline)) throw error
        // A phone that is starting the app reads slowly. Read again with a longer time limit before reporting that
        // nothing is stored.
        isAsked = false
        const patient = makerFor(length, query, unhurried_ms)
        return patient.persisterFn(() => Promise.reject(error), ctx, query)
      })
      if (isAsked) return answer
      setTimeout(refetchIfStale, 0, query)
      // Data that was set while the store was read is newer.
      const isOvertaken = query.state.dataUpdateCount > dataUpdateCount
      return isOvertaken ? (query.state.data as T) : answer
    },
    /** Changes a stored answer without changing its age. Does nothing if there is none. */
    async change<T>(query: AnswerLocator, next: (data: T) => T): Promise<void> {
      if (!closed) await changeStoredAnswer(store, query, next)
    },
    close() {
      closed = true
    },
    clear: () => store.clear(),
    sweep: () => deleteExpired(store),
  }
}

async function changeStoredAnswer<T>(
  store: DeviceStore,
  query: AnswerLocator,
  next: (data: T) => T,
): Promise<void> {
  const length = query.meta?.['keep']
  if (!isRetentionTime(length)) return
  const key = `${length}-${hashKey(query.queryKey)}`
  if ((await store.get(key)) === undefined) return
  await store.change<StoredAnswer>(key, (kept) => {
    if (
      kept === undefined ||
      !hasExpectedShape({ meta: query.meta, options: query }, kept.state.data)
    )
      return kept
    return { ...kept, state: { ...kept.state, data: next(kept.state.data as T) } }
  })
}

async function deleteExpired(store: DeviceStore): Promise<void> {
  for (const [key, query] of await store.entries<StoredAnswer>()) {
    const length = key.split('-', 1)[0]
    const kept_ms = isRetentionTime(length) ? retentionTimes[length] : 0
    // An earlier version of the app dated answers by this phone's clock. Such an answer is expired only if it is
    // expired by both clocks.
    const { told_at = query.state.dataUpdatedAt } = query
    const now = query.told_at === undefined ? Math.min(phoneNow(), serverNow()) : serverNow()
    if (told_at + kept_ms < now) await store.delete(key)
  }
}

const keepers = new Map<string, QueryPersister>()

/** Returns the persister of this phone's owner. */
export function getQueryPersister(): QueryPersister {
  const owner = getCurrentOwner()
  const keeper = keepers.get(owner) ?? openQueryPersister(owner)
  keepers.set(owner, keeper)
  return keeper
}

/**
 * Loads a query again if its stored answer, which is on the screen, is old. React Query would do it too, but with an
 * unhandled rejection if there is no answer.
 */
function refetchIfStale(query: Query): void {
  if (query.isStale()) query.fetch().catch(() => undefined)
}

/** An answer as it is stored. React Query notes its date by this phone's clock, which may be changed later. */
interface StoredAnswer extends PersistedQuery {
  /** When the server sent it, ms by the server's clock. Earlier versions did not store it. */
  told_at?: number
}

function addServerTime(query: PersistedQuery): StoredAnswer {
  const { dataUpdatedAt: at } = query.state
  return at > 1 ? { ...query, told_at: toServerTime(at) } : query
}

/** Dates an answer by this phone's clock as it is now. */
function restoreAge(query: StoredAnswer): StoredAnswer {
  const { told_at = toServerTime(query.state.dataUpdatedAt) } = query
  const dataUpdatedAt = toPastPhoneTime(told_at)
  if (query.told_at !== undefined) noteServerTime(told_at)
  return { ...query, state: { ...query.state, dataUpdatedAt } }
}

/** The most random bytes that a browser makes in one call. */
const most = 65_536

/**
 * Returns whether there is space for `bytes` bytes, by storing random bytes for a moment: the browser's estimate is not
 * reliable, and zeros would be compressed.
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

/** The size of the files of the service worker's install list, bytes. */
const firstInstall = 600_000

/** Finds out whether the app's files could not be saved for lack of space, and reports it if so. */
export async function reportIfStorageFull(): Promise<void> {
  if (!(await hasRoom(firstInstall))) reportStorageProblem('no_app')
}
