import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/client'

/**
 * How long, in ms, a finished act waits for the others. Without this limit it would wait forever where a guard makes
 * the acts run one after another.
 */
const patience = 1000

/**
 * Runs each act in its own transaction, none of which ends before all have acted. So they do not see each other, unless
 * a guard makes them wait. Errors are ignored: they mean that the guard works.
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
