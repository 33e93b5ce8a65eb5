/** An entry in a database of the phone. */
export interface StoredRow {
  database: string
  store: string
  key: string
  value: unknown
}

/** Reads all entries of the databases whose names have this prefix. Self-contained: it also runs in a page. */
export async function readStoredRows(prefix: string): Promise<StoredRow[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error(request.error?.message))
    })
  const rows: StoredRow[] = []
  for (const { name: database = '' } of await indexedDB.databases()) {
    if (!database.startsWith(prefix)) continue
    const opened = await done(indexedDB.open(database))
    for (const store of opened.objectStoreNames) {
      const things = opened.transaction(store).objectStore(store)
      const [keys, values] = [await done(things.getAllKeys()), await done(things.getAll())]
      for (const [at, key] of keys.entries())
        rows.push({ database, store, key: String(key), value: values[at] })
    }
    opened.close()
  }
  return rows
}
