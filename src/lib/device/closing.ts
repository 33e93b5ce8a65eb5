let isClosed = false

/** Stops all writing to this phone's databases for a logout, also of what is on its way. */
export function closeStores(): void {
  isClosed = true
}

/** Whether a logout has stopped all writing in this tab. */
export const areStoresClosed = () => isClosed
