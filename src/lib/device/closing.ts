let isClosed = false

/** Stops all writing to this phone's databases for a logout, including writes in progress. */
export function closeStores(): void {
  isClosed = true
}

/** Returns whether a logout has stopped all writing in this tab. */
export const areStoresClosed = () => isClosed
