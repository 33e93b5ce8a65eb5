import { isRunByNpm } from '#server/config'

const lookEvery_ms = 250

/**
 * Calls `act` once when npm, which started this process, has gone without a word. Signals it hands to its shell, whose
 * place this process has taken (`exec`) where there is such a thing. Does nothing without npm, so that a server
 * started from a terminal that is closed stays.
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
