import { write } from '#lib/device'

/**
 * A storage problem of this phone. `not_saving`: no database opens. `full`: no space is left. `no_app`: there is no
 * space for the app's files.
 */
export type StorageProblem = 'none' | 'not_saving' | 'full' | 'no_app'
let trouble: StorageProblem = 'none'
const listeners = new Set<() => void>()

/** Reports a storage problem; `none` after the person has read it. */
export function reportStorageProblem(next: StorageProblem): void {
  trouble = next
  for (const listener of listeners) listener()
}

/** The current storage problem, for `useSyncExternalStore`. */
export const storageProblem = {
  now: () => trouble,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

let isFull = false

/** Returns whether the latest failed write failed for lack of space. */
export const isStorageFull = () => isFull

export function recordWriteFailure(error: unknown): void {
  isFull = (error as Partial<Error> | null)?.name === 'QuotaExceededError'
}

/**
 * Repeats an attempt on a full phone after each of `ways` to free space, until it succeeds. Returns false if none
 * helped, or if the phone is not full.
 */
export async function retryAfterFreeingSpace(
  attempt: () => Promise<boolean>,
  ways: readonly (() => Promise<unknown>)[],
): Promise<boolean> {
  if (!isFull) return false
  reportStorageProblem('full')
  write('small_app', true)
  for (const free of ways) {
    await Promise.resolve()
      .then(free)
      .catch(() => undefined)
    if (await attempt()) return true
  }
  return false
}
