import { isRunByNpm } from '#server/config'

const lookEvery_ms = 250

/**
 * Calls `act` once when npm, which started this process, has gone. npm hands SIGTERM and SIGINT to its
 * shell alone, and a shell that dies of it leaves its program running. Does nothing without npm, so that
 * a server started from a terminal that is closed stays.
 */
export function whenNpmIsGone(act: () => void): void {
  if (!isRunByNpm()) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, lookEvery_ms)
  looking.unref()
}
