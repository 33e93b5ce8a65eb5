import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/client'

/**
 * How long a finished act waits for the others, ms. If a guard makes the acts run one after another, the first one
 * would otherwise wait forever.
 */
const patience = 1000

/**
 * Runs each act in its own transaction, and ends none of them before all have acted. So the acts do not see each
 * other's changes, unless a guard makes them wait. Errors are ignored: they mean that the guard works.
 */
export async function runConcurrently(
  db: Db,
  ...acts: ((tx: Db) => Promise<unknown>)[]
): Promise<void> {
  const { promise: all, resolve } = Promise.withResolvers<void>()
  let acted = 0
  const one = (act: (tx: Db) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await act(tx)
      acted += 1
      if (acted === acts.length) resolve()
      const impatient = new AbortController()
      await Promise.race([all, sleep(patience, undefined, impatient).catch(() => undefined)])
      impatient.abort()
    })
  await Promise.all(acts.map((act) => one(act).catch(() => undefined)))
}
