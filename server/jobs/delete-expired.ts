import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { changeInSteps, rowsInStep } from '#server/db/in-steps'
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
  await changeInSteps(
    db,
    sql`delete from idempotency where (principal, key) in (
      select principal, key from idempotency where ${isOldAnswer} limit ${rowsInStep})`,
  )
  const isUnused = sql`refilled_at < now() - interval '1 day'`
  await changeInSteps(
    db,
    sql`delete from rate_bucket where ${isUnused} and key in (
      select key from rate_bucket where ${isUnused} limit ${rowsInStep})`,
  )
}
