import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Runs `work` without the trigger that refuses rewards without a booking, so that `work` can write rewards of long ago.
 */
export async function withoutRewardGuard(
  db: Db,
  table: 'points_entry' | 'referral_reward',
  work: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`alter table ${sql.ref(table)} disable trigger reward_is_covered`.execute(tx)
    await work(tx)
    await sql`alter table ${sql.ref(table)} enable trigger reward_is_covered`.execute(tx)
  })
}

/** Gives a person points of a trip long ago. Needs a booking in the database. */
export function givePoints(
  db: Db,
  person_id: string,
  points: number,
  lapse_in_days = 30,
): Promise<void> {
  return withoutRewardGuard(db, 'points_entry', (tx) =>
    sql`insert into points_entry (person_id, kind, points, ref, booking_id, expires_at)
      select ${person_id}, 'trip', ${points}, gen_random_uuid()::text, (select id from booking limit 1),
        now() + ${lapse_in_days} * interval '1 day'`.execute(tx),
  )
}
