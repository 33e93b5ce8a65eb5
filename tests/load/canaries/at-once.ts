import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/client'

/** For how long one that has acted waits for the others, ms. Where a guard lets one in after the other, it is over. */
const patience = 1000

/**
 * Does these in a transaction each, of which none ends before all have acted: as long as nothing makes them
 * wait, they do not see each other. What fails is the guard doing its work.
 */
export async function runAtOnce(db: Db, ...acts: ((tx: Db) => Promise<unknown>)[]): Promise<void> {
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
