import { expect } from 'vitest'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Waits until one statement waits for a lock, which the caller's transaction holds. */
export async function waitForLockWaiter(db: Db): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows.length
  }
  await expect.poll(countWaiting).toBe(1)
}
