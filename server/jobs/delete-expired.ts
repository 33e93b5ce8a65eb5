import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

/**
 * Days for which answers of writes are stored. They contain passenger data, so they are not stored longer than that
 * data.
 */
const replayDays = passengerDataDays

/**
 * Deletes the stored answers of old writes, and rate limit buckets that nobody used for a day, since they are full
 * again.
 */
export async function deleteExpiredServerData(db: Db): Promise<void> {
  const isOldAnswer = sql`created_at < now() - ${replayDays} * interval '1 day'`
  await deleteInSteps(db, 'idempotency', isOldAnswer)
  await deleteInSteps(db, 'rate_bucket', sql`refilled_at < now() - interval '1 day'`)
}
