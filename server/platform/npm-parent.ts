import { isRunByNpm } from '#server/config'

const lookEvery_ms = 250

/**
 * Calls `act` once when the npm that started this process has ended. npm passes signals only to the shell that it
 * starts, so this process may get none. Does nothing without npm, so that a server started from a terminal outlives the
 * terminal.
 */
export function watchNpm(act: () => void): void {
  if (!isRunByNpm()) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, lookEvery_ms)
  looking.unref()
}
