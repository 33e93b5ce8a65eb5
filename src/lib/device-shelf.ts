import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** The IndexedDB databases of this app, one per purpose: a wipe clears a store, never deletes one. */
export type ShelfName = 'answers' | 'vault' | 'drafts' | 'outbox'

/** A store that never rejects and never hangs: in the end a read is empty and a write is false. */
export interface Shelf {
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown): Promise<boolean>
  delete(key: string): Promise<boolean>
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
}
const patience = { list: 1500, write: 2000 }

/** Opens one of our databases (`owner` keeps people who share a phone apart). Opening is lazy. */
export function openShelf(name: ShelfName, owner = 'guest'): Shelf {
  let opened: UseStore | undefined
  const store = () => (opened ??= createStore(`${name}-${owner}`, name))
  const done = (work: () => Promise<unknown>) =>
    within(patience.write, () => work().then(() => true), false)
  return {
    get: <T>(key: string) =>
      within<T | undefined>(readPatience[name], () => get<T>(key, store()), undefined),
    set: (key, value) => done(() => set(key, value, store())),
    delete: (key) => done(() => del(key, store())),
    entries: <T>() => within<[string, T][]>(patience.list, () => entries<string, T>(store()), []),
    clear: () => done(() => clear(store())),
  }
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
