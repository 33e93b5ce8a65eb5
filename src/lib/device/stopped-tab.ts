let isStopped = false

/** Ends all writing to this phone's databases in this tab, including writes in progress, since its owner logs out. */
export function stopTabForLogout(): void {
  isStopped = true
}

/** Returns whether a logout has stopped this tab, which then leaves for the start page. */
export const isTabStopped = () => isStopped
