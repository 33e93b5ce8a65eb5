import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats `work` for up to a minute while the database is down. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
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
