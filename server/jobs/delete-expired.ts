import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
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
  await sql`delete from idempotency where created_at < now() - ${replayDays} * interval '1 day'`.execute(
    db,
  )
  await sql`delete from rate_bucket where refilled_at < now() - interval '1 day'`.execute(db)
}
