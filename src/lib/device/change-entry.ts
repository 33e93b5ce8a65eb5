import { isTabStopped } from './stopped-tab.ts'
import { withTimeout } from './database.ts'
import { recordWriteFailure } from './storage-trouble.ts'
import type { UseStore } from 'idb-keyval'

/**
 * Replaces the value of a key, or deletes it if `next` returns undefined, in one transaction: no other tab writes in
 * between. Returns false after `ms`; in that case the change will not happen later.
 */
export async function changeEntry<T>(
  store: () => Promise<UseStore>,
  key: string,
  next: (kept: T | undefined) => T | undefined,
  ms: number,
): Promise<boolean> {
  let isLate = false
  let failure: unknown
  let opened: IDBTransaction | undefined
  const work = async () =>
    (await store())('readwrite', (objects) => {
      opened = objects.transaction
      const { transaction } = objects
      const request = objects.get(key) as IDBRequest<T | undefined>
      request.onsuccess = () => {
        if (isLate || isTabStopped()) return transaction.abort()
        try {
          const after = next(request.result)
          if (after === undefined) objects.delete(key)
          else objects.put(after, key)
        } catch (error) {
          // If this callback threw the error, it would be an uncaught error of the page instead of a failure of this
          // write.
          failure = error
          transaction.abort()
        }
      }
      return new Promise<boolean>((resolve) => {
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => {
          recordWriteFailure(failure ?? transaction.error)
          resolve(false)
        }
      })
    })
  const isDone = await withTimeout(ms, work, false)
  isLate = true
  try {
    // The caller will write it again, so this write must not succeed later.
    if (!isDone) opened?.abort()
  } catch {
    // The transaction has already ended.
  }
  return isDone
}
