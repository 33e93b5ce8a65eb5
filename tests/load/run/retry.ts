import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats `work` after any error for up to a minute, since the database may be down; then throws the last error. */
export async function retryForOneMinute<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}
