/** One of the app's stores as `#lib/device-store` lays them in IndexedDB: a database an owner, a store in it. */
export interface DeviceStore {
  all<T>(): Promise<T[]>
  /** Changes what is still there: what a logout took away does not come back. Kept when it resolves. */
  change<T>(key: string, next: (kept: T) => T): Promise<void>
}

/** Works at the store `name-owner` and closes it. Rejects when the phone does not let us. */
export async function atStore(
  name: string,
  owner: string,
  work: (store: DeviceStore) => Promise<void>,
): Promise<void> {
  const opening = indexedDB.open(`${name}-${owner}`)
  // Made here, it is made as the page makes it: without its store it would be broken for the page.
  opening.onupgradeneeded = () => opening.result.createObjectStore(name)
  const db = await done(opening)
  const store = (mode?: IDBTransactionMode) => db.transaction(name, mode).objectStore(name)
  await work({
    all: () => done(store().getAll()),
    change: (key, next) =>
      new Promise((resolve, reject) => {
        const things = store('readwrite')
        things.transaction.oncomplete = () => resolve()
        things.transaction.onabort = reject
        const asked = things.get(key)
        asked.onsuccess = () => asked.result && things.put(next(asked.result), key)
      }),
  }).finally(() => db.close())
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
}
