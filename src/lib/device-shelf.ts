import type { User } from '#contract/profile'
import { read, write } from '#lib/device'
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** The IndexedDB databases of this app, one per purpose: a wipe clears a store, never deletes one. */
export type ShelfName = 'answers' | 'vault' | 'drafts' | 'outbox' | 'boarding'

/** A store that never rejects and never hangs: in the end a read is empty and a write is false. */
export interface Shelf {
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown): Promise<boolean>
  delete(key: string): Promise<boolean>
  /**
   * Makes what lies under a key into something else, or with undefined takes it away, in one step that no
   * other tab comes between. True once it is on the phone; after false it never comes to be.
   */
  change<T>(key: string, next: (kept: T | undefined) => T | undefined): Promise<boolean>
  entries<T>(): Promise<[string, T][]>
  clear(): Promise<boolean>
}

/**
 * How long a read may take, ms. A kept answer is asked of the network then; what stands nowhere else is
 * waited for, since a phone that is busy starting the app answers late.
 */
const readPatience: Record<ShelfName, number> = {
  answers: 400,
  vault: 5000,
  drafts: 5000,
  outbox: 5000,
  boarding: 5000,
}
const patience = { list: 1500, write: 2000, change: 5000 }

/** Opens one of our databases (`owner` keeps people who share a phone apart). Opening is lazy. */
export function openShelf(name: ShelfName, owner = 'guest'): Shelf {
  let opened: UseStore | undefined
  const store = () => (opened ??= createStore(`${name}-${owner}`, name))
  const done = (work: () => Promise<unknown>) =>
    within(patience.write, () => work().then(() => true), false)
  return {
    get: <T>(key: string) =>
      within<T | undefined>(readPatience[name], () => get<T>(key, store()), undefined),
    set: (key, value) => (isClosed ? Promise.resolve(false) : done(() => set(key, value, store()))),
    delete: (key) => done(() => del(key, store())),
    change: (key, next) => changed(store, key, next),
    entries: <T>() =>
      within<[string, T][]>(
        name === 'outbox' || name === 'boarding' ? readPatience[name] : patience.list,
        () => entries<string, T>(store()),
        [],
      ),
    clear: () => done(() => clear(store())),
  }
}

async function changed<T>(
  store: () => UseStore,
  key: string,
  next: (kept: T | undefined) => T | undefined,
): Promise<boolean> {
  let isLate = false
  let opened: IDBTransaction | undefined
  const work = () =>
    store()('readwrite', (objects) => {
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
        transaction.onabort = () => resolve(false)
      })
    })
  const isDone = await within(patience.change, work, false)
  isLate = true
  if (!isDone) giveUp(opened)
  return isDone
}

/** Whoever was told that nothing was kept writes it again: it must not be kept after all. */
function giveUp(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort()
  } catch {
    // It is over already.
  }
}

/** Who keeps things here without being logged in. */
export const guest = 'guest'

/**
 * Whose things this phone opens: who is logged in; after her login has ended she still, until she logs
 * out or somebody else logs in; else a guest.
 */
export function ownerHere(): string {
  return (read('user') as Partial<User> | undefined)?.id ?? read('owner') ?? guest
}

/**
 * One of our databases of the person whose phone this is now. What she kept as a guest is read along
 * and leaves with her own: she wrote the form and bought the ticket before she logged in.
 */
export function openOwnShelf(name: ShelfName): Shelf {
  const shelves = new Map<string, Shelf>()
  const shelfOf = (owner: string) => {
    const shelf = shelves.get(owner) ?? openShelf(name, owner)
    shelves.set(owner, shelf)
    return shelf
  }
  const own = () => shelfOf(ownerHere())
  const both = () => [...new Set([shelfOf(guest), own()])]
  const all = async (act: (shelf: Shelf) => Promise<boolean>) =>
    (await Promise.all(both().map(act))).every(Boolean)
  return {
    async get<T>(key: string) {
      await ownerKnown()
      const [first, ...rest] = both().reverse()
      return (await first?.get<T>(key)) ?? rest[0]?.get<T>(key)
    },
    set: (key, value) => own().set(key, value),
    delete: (key) => all((shelf) => shelf.delete(key)),
    async change(key, next) {
      const known = await Promise.all(both().map((shelf) => shelf.get(key)))
      const where = both().filter((_, at) => known[at] !== undefined)
      const shelves = where.length > 0 ? where : [own()]
      return (await Promise.all(shelves.map((shelf) => shelf.change(key, next)))).every(Boolean)
    },
    async entries<T>() {
      await ownerKnown()
      const lists = await Promise.all(both().map((shelf) => shelf.entries<T>()))
      return [...new Map(lists.flat())]
    },
    clear: () => all((shelf) => shelf.clear()),
  }
}

const marked = 'owner'
const mark = () => createStore('owner', marked)
let known: Promise<void> | undefined

/**
 * Whose phone this is stands in local storage and, since a phone may clear either alone, also in a
 * database. Where only that one is left, she is found again: her tickets open, her login is over.
 */
function ownerKnown(): Promise<void> {
  return (known ??= within(
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

/** A logout comes: nothing is written from here any more, not even what is still on its way. */
export function closeShelves(): void {
  isClosed = true
}

/** Whether a logout has ended all writing in this tab. */
export const areShelvesClosed = () => isClosed

/** Empties everything that somebody kept here. Never rejects. What an operator keeps is no person's. */
export async function clearShelves(owner: string): Promise<void> {
  const names = Object.keys(readPatience) as ShelfName[]
  const shelves = names.flatMap((name) => (name === 'boarding' ? [] : [openShelf(name, owner)]))
  const unmark = within(patience.write, () => clear(mark()), undefined)
  await Promise.all([unmark, ...shelves.map((shelf) => shelf.clear())])
}

/** IndexedDB of a sick phone rejects, throws or hangs; the network must not suffer from that. */
async function within<T>(ms: number, work: () => Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  const answer = Promise.resolve()
    .then(work)
    .catch(() => otherwise)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
