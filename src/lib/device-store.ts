import type { User } from '#contract/profile/model'
import { cacheNames } from '#contract/storage'
import { read, write } from '#lib/device'
import { drop, hasLeft, letGo, within } from '#lib/device-database'
import { factsOf, storeKinds } from '#lib/device-store-kinds'
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** A store that never rejects or hangs: on failure a read is empty and a write is false. */
export interface DeviceStore {
  get<T>(key: string, patience_ms?: number): Promise<T | undefined>
  set(key: string, value: unknown): Promise<boolean>
  delete(key: string): Promise<boolean>
  /**
   * Replaces the value of a key, or deletes it if `next` returns undefined, atomically across tabs. True: it is
   * stored. False: it never will be.
   */
  change<T>(key: string, next: (kept: T | undefined) => T | undefined): Promise<boolean>
  entries<T>(): Promise<[string, T][]>
  clear(): Promise<boolean>
}

const patience = { write: 2000, change: 5000 }

/** Opens a database; `owner` separates people who share a phone. It is opened on first use. */
export function openStore(name: string, owner = 'guest'): DeviceStore {
  const facts = factsOf(name)
  const place = `${name}-${owner}`
  let opened: Promise<UseStore | undefined> | undefined
  const store = async () => {
    if (hasLeft(place)) throw new Error('Its owner has left.')
    const kept = await (opened ??= openDatabase(place, name))
    if (kept === undefined) throw new Error('No database opens.')
    return kept
  }
  const ask = <T>(ms: number, work: (store: UseStore) => Promise<T>, otherwise: T) =>
    within(ms, async () => work(await store()), otherwise)
  const done = (work: (store: UseStore) => Promise<unknown>) =>
    ask(patience.write, (kept) => work(kept).then(() => true), false)
  // An answer can be downloaded again. Everything else is somebody's work and gets a second place.
  const second = facts.is_spare ? undefined : place
  /** The latest write of each key. */
  const newest = new Map<string, symbol>()
  return {
    get: async <T>(key: string, patience_ms: number = facts.read_ms) =>
      (spared(second)[key] as T | undefined) ??
      ask<T | undefined>(patience_ms, (kept) => get<T>(key, kept), undefined),
    async set(key, value) {
      if (isClosed) return false
      const mine = Symbol(key)
      newest.set(key, mine)
      const put = () => done((kept) => setOrSayFull(key, value, kept))
      const isKept = (await put()) || (second !== undefined && (await withRoom(put)))
      // If another write or delete overtook this one, that one counts.
      if (isClosed || newest.get(key) !== mine) return isKept && !isClosed
      return spare(second, key, isKept ? undefined : value) || isKept
    },
    async delete(key) {
      newest.delete(key)
      spare(second, key)
      return done((kept) => del(key, kept))
    },
    async change<T>(key: string, next: (kept: T | undefined) => T | undefined) {
      const there = spared(second)[key] as T | undefined
      const put = () => changed(store, key, next)
      if (there === undefined) {
        const isKept = (await put()) || (await withRoom(put))
        if (isKept || !(isBroken || isFull)) return isKept
      }
      const after = isClosed ? there : next(there)
      return !isClosed && (spare(second, key, after) || after === undefined)
    },
    async entries<T>() {
      const kept = await ask(facts.list_ms, (there) => entries<string, T>(there), [])
      return [...new Map([...kept, ...(Object.entries(spared(second)) as [string, T][])])]
    },
    async clear() {
      for (const key of Object.keys(spared(second))) spare(second, key)
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
        letGo(transaction.db)
        return Promise.resolve(store)
      })
    }
    const store = await within<UseStore | undefined>(ms, attempt, undefined)
    if (store === undefined) continue
    for (const [key, value] of Object.entries(spared(place)))
      if (await within(patience.write, () => set(key, value, store).then(() => true), false))
        spare(place, key)
    return store
  }
  // Each database finds out by itself; the person is informed once.
  if (!isBroken) noteTrouble('not_saving')
  isBroken = true
  return undefined
}

/** The pause before each attempt to open a database, and the time limit of the attempt, ms. */
const openings = Object.entries({ 0: 1000, 200: 1200, 1000: 1500 })
let isBroken = false

/** Entries that no database could store are in local storage until one can. */
const spared = (place: string | undefined) => (place && read('spare')?.[place]) || {}

function spare(place: string | undefined, key: string, value?: unknown): boolean {
  const { [key]: before, ...others } = spared(place)
  if (place === undefined || (before === undefined && value === undefined)) return false
  const next = value === undefined ? others : { ...others, [key]: value }
  return write('spare', { ...read('spare'), [place]: next })
}

/**
 * What fails on this phone. `not_saving`: no database opens. `full`: no space left. `no_app`: no space for the app's
 * files.
 */
export type Trouble = 'none' | 'not_saving' | 'full' | 'no_app'
let [trouble, isFull]: [Trouble, boolean] = ['none', false]
const listeners = new Set<() => void>()

/** Reports a storage problem; `none` after the person has read it. */
export function noteTrouble(next: Trouble): void {
  trouble = next
  for (const listener of listeners) listener()
}

/** The current storage problem, for `useSyncExternalStore`. */
export const savingTrouble = {
  now: () => trouble,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

async function setOrSayFull(key: string, value: unknown, store: UseStore): Promise<void> {
  try {
    await set(key, value, store)
  } catch (error) {
    isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    throw error
  }
}

/** Tries again after freeing space: first cached screens, then stored answers. Never tickets. */
async function withRoom(attempt: () => Promise<boolean>): Promise<boolean> {
  if (!isFull) return false
  noteTrouble('full')
  write('small_app', true)
  for (const drop of [
    () => caches.delete(cacheNames.chunks),
    () => openOwnStore('answers').clear(),
  ]) {
    await Promise.resolve()
      .then(drop)
      .catch(() => undefined)
    if (await attempt()) return true
  }
  return false
}

async function changed<T>(
  store: () => Promise<UseStore>,
  key: string,
  next: (kept: T | undefined) => T | undefined,
): Promise<boolean> {
  let isLate = false
  let opened: IDBTransaction | undefined
  const work = async () =>
    (await store())('readwrite', (objects) => {
      opened = objects.transaction
      const { transaction } = objects
      const asked = objects.get(key) as IDBRequest<T | undefined>
      asked.onsuccess = () => {
        if (isLate || isClosed) return transaction.abort()
        const after = next(asked.result)
        if (after === undefined) objects.delete(key)
        else objects.put(after, key)
      }
      return new Promise<boolean>((resolve) => {
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => {
          isFull = transaction.error?.name === 'QuotaExceededError'
          resolve(false)
        }
      })
    })
  const isDone = await within(patience.change, work, false)
  isLate = true
  try {
    // The caller will write it again, so this write must not succeed later.
    if (!isDone) opened?.abort()
  } catch {
    // The transaction is over already.
  }
  return isDone
}

/** The owner id of logged-out users. */
export const guest = 'guest'

/**
 * The owner of the data that this phone opens: the logged-in user; after the login has ended still the same, until
 * they log out or somebody else logs in; else a guest.
 */
export function ownerHere(): string {
  return (read('user') as Partial<User> | undefined)?.id ?? read('owner') ?? guest
}

/**
 * Opens a database of this phone's owner. What they stored as a guest is included: they filled the form or bought the
 * ticket before the login.
 */
export function openOwnStore(name: string): DeviceStore {
  const stores = new Map<string, DeviceStore>()
  const storeOf = (owner: string) => {
    const store = stores.get(owner) ?? openStore(name, owner)
    stores.set(owner, store)
    return store
  }
  const own = () => storeOf(ownerHere())
  const both = () => [...new Set([storeOf(guest), own()])]
  const all = async (act: (store: DeviceStore) => Promise<boolean>) =>
    (await Promise.all(both().map(act))).every(Boolean)
  return {
    async get<T>(key: string) {
      await ownerKnown()
      const [first, ...rest] = both().reverse()
      return (await first?.get<T>(key)) ?? rest[0]?.get<T>(key)
    },
    set: (key, value) => own().set(key, value),
    delete: (key) => all((store) => store.delete(key)),
    async change(key, next) {
      const known = await Promise.all(both().map((store) => store.get(key)))
      const where = both().filter((_, at) => known[at] !== undefined)
      const stores = where.length > 0 ? where : [own()]
      return (await Promise.all(stores.map((store) => store.change(key, next)))).every(Boolean)
    },
    async entries<T>() {
      await ownerKnown()
      const lists = await Promise.all(both().map((store) => store.entries<T>()))
      return [...new Map(lists.flat())]
    },
    clear: () => all((store) => store.clear()),
  }
}

const marked = 'owner'
const mark = () => createStore('owner', marked)
let found: Promise<void> | undefined

/**
 * The owner is stored in local storage and in a database, since a phone may clear either. If only the database has
 * it, their tickets open and their login is over.
 */
function ownerKnown(): Promise<void> {
  return (found ??= within(
    1000,
    async () => {
      const [there, here] = [await get<string>(marked, mark()), read('owner')]
      if (isClosed) return
      if (here === undefined && there !== undefined) write('owner', there)
      else if (here !== undefined && here !== there) await set(marked, here, mark())
    },
    undefined,
  ))
}

let isClosed = false

/** Stops all writing for a logout, also of what is on its way. */
export function closeStores(): void {
  isClosed = true
}

/** Whether a logout has stopped all writing in this tab. */
export const areStoresClosed = () => isClosed

/** Deletes everything that a person stored on this phone. Never rejects. What belongs to the phone stays. */
export async function clearStores(owner: string): Promise<void> {
  const names = [...storeKinds()].flatMap(([name, facts]) => (facts.of === 'person' ? [name] : []))
  const unmark = within(patience.write, () => clear(mark()), undefined)
  await Promise.all([unmark, ...names.map((name) => openStore(name, owner).clear())])
  if (owner !== guest)
    await Promise.all(names.map((name) => drop(`${name}-${owner}`, patience.write)))
}
