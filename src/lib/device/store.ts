import { hasShape } from '#contract/shape'
import { cacheNames, guestOwner } from '#contract/storage'
import { changeEntry } from './change-entry.ts'
import { isTabStopped } from './stopped-tab.ts'
import { wasDatabaseDeleted, closeOnDelete, withTimeout } from './database.ts'
import { getCurrentOwner } from './owner.ts'
import { readFallbackEntries, storeFallbackEntry } from './fallback-entries.ts'
import { findStoreKind } from './store-kinds.ts'
import {
  isStorageFull,
  recordWriteFailure,
  reportStorageProblem,
  retryAfterFreeingSpace,
} from './storage-trouble.ts'
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** A store that never rejects or hangs: on failure, a read is empty and a write returns false. */
export interface DeviceStore {
  get<T>(key: string, patience_ms?: number): Promise<T | undefined>
  set(key: string, value: unknown): Promise<boolean>
  delete(key: string): Promise<boolean>
  /**
   * Replaces the value of a key, or deletes it if `next` returns undefined, atomically across tabs. True: it is stored.
   * False: it is not stored and never will be.
   */
  change<T>(key: string, next: (kept: T | undefined) => T | undefined): Promise<boolean>
  entries<T>(): Promise<[string, T][]>
  /** Whether the latest `entries` could not read the database, so that entries may be missing from its list. */
  isUnreadable(): boolean
  clear(): Promise<boolean>
}

const timeouts_ms = { write: 2000, change: 5000 }

/** Opens a database; `owner` separates people who share a phone. It is opened on first use. */
export function openStore(name: string, owner = 'guest'): DeviceStore {
  const facts = findStoreKind(name)
  const place = `${name}-${owner}`
  let opened: Promise<UseStore | undefined> | undefined
  const store = async () => {
    if (wasDatabaseDeleted(place)) throw new Error('Its owner has left.')
    const kept = await (opened ??= openDatabase(place, name))
    if (kept === undefined) throw new Error('No database opens.')
    return kept
  }
  const isUsable = (value: unknown) => hasShape(facts.shape, value)
  /** Returns an entry; undefined if it is missing or damaged. */
  const usable = <T>(key: string, value: T | undefined): T | undefined => {
    if (value === undefined || isUsable(value)) return value
    if (facts.is_spare) void done((kept) => del(key, kept))
    return undefined
  }
  const ask = <T>(ms: number, work: (store: UseStore) => Promise<T>, otherwise: T) =>
    withTimeout(ms, async () => work(await store()), otherwise)
  const done = (work: (store: UseStore) => Promise<unknown>) =>
    ask(timeouts_ms.write, (kept) => work(kept).then(() => true), false)
  // An answer can be downloaded again. Everything else is a person's work, so local storage stores it if the database
  // cannot.
  const second = facts.is_spare ? undefined : place
  /** The latest write of each key. */
  const newest = new Map<string, symbol>()
  let isUnreadable = false
  return {
    get: async <T>(key: string, patience_ms: number = facts.read_ms) =>
      usable(key, readFallbackEntries(second)[key] as T | undefined) ??
      usable(key, await ask<T | undefined>(patience_ms, (kept) => get<T>(key, kept), undefined)),
    async set(key, value) {
      if (isTabStopped()) return false
      const mine = Symbol(key)
      newest.set(key, mine)
      // A repeated attempt must not undo a later write or delete; it needs no space any more.
      const put = async () =>
        newest.get(key) !== mine || done((kept) => set(key, value, kept).catch(failed))
      const isKept =
        (await put()) ||
        (second !== undefined && (await retryAfterFreeingSpace(put, waysToFreeSpace)))
      // If another write or delete overtook this one, the later one counts.
      if (isTabStopped() || newest.get(key) !== mine) return isKept && !isTabStopped()
      return storeFallbackEntry(second, key, isKept ? undefined : value) || isKept
    },
    async delete(key) {
      newest.delete(key)
      storeFallbackEntry(second, key)
      return done((kept) => del(key, kept))
    },
    async change<T>(key: string, next: (kept: T | undefined) => T | undefined) {
      const there = usable(key, readFallbackEntries(second)[key] as T | undefined)
      const nextOf = (kept: T | undefined) => next(isUsable(kept) ? kept : undefined)
      const put = () => changeEntry(store, key, nextOf, timeouts_ms.change)
      if (there === undefined) {
        const isKept = (await put()) || (await retryAfterFreeingSpace(put, waysToFreeSpace))
        if (isKept || !(isBroken || isStorageFull())) return isKept
      }
      const after = isTabStopped() ? there : next(there)
      return !isTabStopped() && (storeFallbackEntry(second, key, after) || after === undefined)
    },
    async entries<T>() {
      const read = await ask<[string, T][] | undefined>(facts.list_ms, entries, undefined)
      isUnreadable = read === undefined
      const spare = Object.entries(readFallbackEntries(second)) as [string, T][]
      return [...new Map([...(read ?? []), ...spare])].filter(
        ([key, value]) => usable(key, value) !== undefined,
      )
    },
    isUnreadable: () => isUnreadable,
    async clear() {
      for (const key of Object.keys(readFallbackEntries(second))) storeFallbackEntry(second, key)
      return done((kept) => clear(kept))
    },
  }
}

/** Opens a database in up to three attempts; undefined if this phone cannot. */
async function openDatabase(place: string, name: string): Promise<UseStore | undefined> {
  for (const [pause, ms] of isBroken ? openings.slice(0, 1) : openings) {
    await new Promise((resolve) => setTimeout(resolve, Number(pause)))
    const attempt = () => {
      const store = createStore(place, name)
      return store('readonly', ({ transaction }) => {
        closeOnDelete(transaction.db)
        return Promise.resolve(store)
      })
    }
    const store = await withTimeout<UseStore | undefined>(ms, attempt, undefined)
    if (store === undefined) continue
    for (const [key, value] of Object.entries(readFallbackEntries(place)))
      if (
        await withTimeout(timeouts_ms.write, () => set(key, value, store).then(() => true), false)
      )
        storeFallbackEntry(place, key)
    return store
  }
  // Each database detects this separately, but the person is informed only once.
  if (!isBroken) reportStorageProblem('not_saving')
  isBroken = true
  return undefined
}

/** The pause before each attempt to open a database, and the time limit of the attempt, ms. */
const openings = Object.entries({ 0: 1000, 200: 1200, 1000: 1500 })
let isBroken = false

function failed(error: unknown): never {
  recordWriteFailure(error)
  throw error
}

/** What is deleted on a full phone, in this order: cached screens, then stored answers. Never tickets. */
const waysToFreeSpace = [
  () => caches.delete(cacheNames.chunks),
  () =>
    Promise.all(
      [...new Set([guestOwner, getCurrentOwner()])].map((owner) =>
        openStore('answers', owner).clear(),
      ),
    ),
]
