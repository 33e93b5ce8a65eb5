import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'

/**
 * Days for which answers of writes are stored. They contain passenger data, so they are not stored longer than that
 * data.
 */
const replayDays = passengerDataDays

/**
 * How many rows one statement deletes. A busy day writes millions, and a statement that reaches its time limit deletes
 * none of them, in that night and in every later one.
 */
export const expiredRowsAtOnce = 10_000

/**
 * Deletes the stored answers of old writes, and rate limit buckets that nobody used for a day, since they are full
 * again.
 */
export async function deleteExpiredServerData(db: Db): Promise<void> {
  const isOldAnswer = sql`created_at < now() - ${replayDays} * interval '1 day'`
  const deleteAnswers = sql`delete from idempotency where (principal, key) in (
    select principal, key from idempotency where ${isOldAnswer} order by created_at limit ${expiredRowsAtOnce})`
  await repeatWhileFull(db, deleteAnswers)
  const isUnused = sql`refilled_at < now() - interval '1 day'`
  const deleteBuckets = sql`delete from rate_bucket where ${isUnused} and key in (
    select key from rate_bucket where ${isUnused} order by refilled_at limit ${expiredRowsAtOnce})`
  await repeatWhileFull(db, deleteBuckets)
}

async function repeatWhileFull(db: Db, statement: Sql): Promise<void> {
  for (;;) if (((await statement.execute(db)).rowCount ?? 0) < expiredRowsAtOnce) return
}
