/** Databases whose owner has left: this document opens them no more. */
const gone = new Set<string>()

/** Whether a database was taken away by this document. */
export const hasLeft = (place: string) => gone.has(place)

/**
 * Takes an emptied database away: its name alone would say who was here. False: a
 * tab that lags behind still has it open, or it took longer than `ms`. Never rejects.
 */
export function drop(place: string, ms: number): Promise<boolean> {
  gone.add(place)
  const dropped = () =>
    new Promise<boolean>((resolve) => {
      const asked = indexedDB.deleteDatabase(place)
      asked.onsuccess = () => resolve(true)
      asked.onerror = asked.onblocked = () => resolve(false)
    })
  return within(ms, dropped, false)
}

/** Closes a database that another tab, or this one, takes away; idb-keyval would open it again. */
export function letGo(db: IDBDatabase): void {
  db.onversionchange = (event) => {
    db.close()
    db.onclose?.(event)
  }
}

/** IndexedDB of a sick phone rejects, throws or hangs; the network must not suffer from that. */
export async function within<T>(ms: number, work: () => Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  const answer = Promise.resolve()
    .then(work)
    .catch(() => otherwise)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
