/** Databases whose owner has logged out. This document does not open them again. */
const gone = new Set<string>()

/** Returns true once `deleteDatabase` was called in this document, even if the database is still there. */
export const wasDatabaseDeleted = (place: string) => gone.has(place)

/**
 * Deletes an empty database, since its name would reveal its owner. Returns false if a tab still has it open, or after
 * `ms`. Never rejects.
 */
export function deleteDatabase(place: string, ms: number): Promise<boolean> {
  gone.add(place)
  const dropped = () =>
    new Promise<boolean>((resolve) => {
      const request = indexedDB.deleteDatabase(place)
      request.onsuccess = () => resolve(true)
      request.onerror = request.onblocked = () => resolve(false)
    })
  return withTimeout(ms, dropped, false)
}

/**
 * Closes a database when this or another tab deletes it, which an open connection would block. `onclose` makes
 * idb-keyval forget the closed connection.
 */
export function closeOnDelete(db: IDBDatabase): void {
  db.onversionchange = (event) => {
    db.close()
    db.onclose?.(event)
  }
}

/** Limits work on IndexedDB to `ms`. Returns `otherwise` if it is late, rejects or throws, as on a faulty phone. */
export async function withTimeout<T>(ms: number, work: () => Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  const answer = Promise.resolve()
    .then(work)
    .catch(() => otherwise)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
