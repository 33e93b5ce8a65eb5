import { isRunByNpm } from '#server/config'

const lookEvery_ms = 250

/**
 * Calls `act` once when the npm that started this process is gone: npm signals only its shell, and where `exec`
 * replaced that shell, this process gets no signal. Does nothing without npm, so that a server started from a
 * terminal survives it.
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
