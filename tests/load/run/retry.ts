import { setTimeout as sleep } from 'node:timers/promises'

/** Does `work`, again and again while the database is away, for a minute. */
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
