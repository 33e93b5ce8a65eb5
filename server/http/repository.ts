import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A stored answer with the text of its body. */
export interface StoredAnswer {
  route: string
  body_sha256: Uint8Array
  status: number
  response: string
}

/** An idempotency key with its owner. */
interface KeyOf {
  principal: string
  key: string
}

/** Returns the stored answer of an idempotency key, if there is one. */
export async function findStoredAnswer(db: Db, of: KeyOf): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    select route, body_sha256, status, response from idempotency
    where principal = ${of.principal} and key = ${of.key}`.execute(db)
  return rows[0]
}

/** How long to wait for an idempotency key that another process has just taken, as a PostgreSQL interval. */
const longestWait = '2s'

/**
 * Takes an idempotency key and stores its answer; returns false if the key is taken. Waits for a transaction that has
 * just taken it, so that of two concurrent requests one runs and the other repeats the answer. Fails after two seconds,
 * since a waiting request holds a connection.
 */
export async function storeAnswer(db: Db, of: KeyOf, stored: StoredAnswer): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency (principal, key, route, body_sha256, status, response)
    select ${of.principal}, ${of.key}, ${stored.route}, ${stored.body_sha256}, ${stored.status}, ${stored.response}
    from set_config('lock_timeout', ${longestWait}, true)
    on conflict do nothing returning set_config('lock_timeout', '0', true)`.execute(db)
  return rows.length > 0
}

/** Stores the answer of an idempotency key that this transaction has taken. */
export async function finishStoredAnswer(
  db: Db,
  of: KeyOf,
  status: number,
  response: string,
): Promise<void> {
  await sql`
    update idempotency set status = ${status}, response = ${response}
    where principal = ${of.principal} and key = ${of.key}`.execute(db)
}

/** Resolves if the database answers and has its tables. */
export async function checkDatabase(db: Db): Promise<void> {
  await sql`select 1 from installed limit 1`.execute(db)
}
