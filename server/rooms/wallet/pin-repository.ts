import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A person's PIN. `locked_seconds`: for how many seconds no PIN is accepted; 0 if it is not locked. */
export interface WalletPinRow {
  hash: string
  locked_seconds: number
}

export async function findWalletPin(db: Db, person_id: string): Promise<WalletPinRow | undefined> {
  const { rows } = await sql<WalletPinRow>`
    select hash, greatest(0, ceil(extract(epoch from coalesce(locked_until, now()) - now())))::int as locked_seconds
    from wallet_pin where person_id = ${person_id}::uuid`.execute(db)
  return rows[0]
}

/**
 * Counts a try before it is checked, so that concurrent tries are all counted. The last of `most` tries locks the PIN.
 * Returns how many are left, or undefined if none is.
 */
export async function countPinTry(
  db: Db,
  person_id: string,
  most: number,
  lock_minutes: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ left: number }>`
    with counted as (
      select person_id, case when locked_until is null then tries + 1 else 1 end as tries from wallet_pin
      where person_id = ${person_id}::uuid and (locked_until is null or locked_until <= now()) for update
    )
    update wallet_pin w set tries = c.tries,
      locked_until = case when c.tries >= ${most} then now() + ${lock_minutes} * interval '1 minute' end
    from counted c where w.person_id = c.person_id
    returning ${most} - w.tries as left`.execute(db)
  return rows[0]?.left
}

/** Resets the count of wrong tries and removes the lock. */
export async function resetPinTries(db: Db, person_id: string): Promise<void> {
  await sql`update wallet_pin set tries = 0, locked_until = null where person_id = ${person_id}::uuid`.execute(
    db,
  )
}

/** Stores a PIN, resets the count of wrong tries, and removes the lock. */
export async function saveWalletPin(db: Db, person_id: string, hash: string): Promise<void> {
  await sql`insert into wallet_pin (person_id, hash) values (${person_id}::uuid, ${hash})
    on conflict (person_id) do update set hash = excluded.hash, tries = 0, locked_until = null`.execute(
    db,
  )
}

/**
 * Stores the same PIN, hashed with another secret, resets the count of wrong tries, and removes the lock. Does nothing
 * if the person has set a new PIN in the meantime.
 */
export async function rehashWalletPin(
  db: Db,
  person_id: string,
  before: string,
  hash: string,
): Promise<void> {
  await sql`update wallet_pin set hash = ${hash}, tries = 0, locked_until = null
    where person_id = ${person_id}::uuid and hash = ${before}`.execute(db)
}
