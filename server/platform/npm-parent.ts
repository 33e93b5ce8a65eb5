import { isRunByNpm } from '#server/config'

const lookEvery_ms = 250

/**
 * Calls `act` once when the npm that started this process has ended. npm sends signals only to its shell, and where
 * `exec` replaced that shell, this process gets none. Does nothing without npm, so that a server started from a
 * terminal survives the terminal.
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
