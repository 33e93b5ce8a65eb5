/** A store of the phone: one database with one object store. */
export interface DeviceStore {
  all<T>(): Promise<T[]>
  get<T>(key: string): Promise<T | undefined>
  /**
   * Changes an entry, or deletes it if `next` returns undefined. A missing entry stays missing. Returns true once all
   * is stored.
   */
  change<T>(key: string, next: (kept: T) => T | undefined): Promise<boolean>
}

/**
 * Opens the store `name` of an owner (`#lib/device/store`) for `work` and closes it afterwards. Rejects if the phone
 * does not allow it.
 */
export const withOwnStore = (
  name: string,
  owner: string,
  work: (store: DeviceStore) => Promise<unknown>,
): Promise<void> => withStore(`${name}-${owner}`, name, work)

/** Opens the object store `name` of a database for `work` and closes it afterwards. Rejects if this is not allowed. */
export async function withStore(
  database: string,
  name: string,
  work: (store: DeviceStore) => Promise<unknown>,
): Promise<void> {
  const opening = indexedDB.open(database)
  // A new database needs its object store; otherwise it would be unusable for the page.
  opening.onupgradeneeded = () => opening.result.createObjectStore(name)
  const db = await done(opening)
  const store = (mode?: IDBTransactionMode) => db.transaction(name, mode).objectStore(name)
  await work({
    all: () => done(store().getAll()),
    get: (key) => done(store().get(key)),
    change: (key, next) =>
      new Promise((resolve, reject) => {
        const things = store('readwrite')
        things.transaction.oncomplete = () => resolve(true)
        things.transaction.onabort = reject
        const request = things.get(key)
        request.onsuccess = () => {
          if (request.result === undefined) return
          const after = next(request.result)
          if (after === undefined) things.delete(key)
          else things.put(after, key)
        }
      }),
  }).finally(() => db.close())
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
}
