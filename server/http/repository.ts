import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** An answer as it was given once: the body is the text that went over the wire. */
export interface Kept {
  route: string
  body_sha256: Uint8Array
  status: number
  response: string
}

interface KeyOf {
  principal: string
  key: string
}

/** The answer kept under a key, if there is one. */
export async function findKept(db: Db, of: KeyOf): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select route, body_sha256, status, response from idempotency
    where principal = ${of.principal} and key = ${of.key}`.execute(db)
  return rows[0]
}

/** How long a key that another process has just taken is waited for, as PostgreSQL reads it. */
const longestWait = '2s'

/**
 * Takes a key, with its answer. False when it is taken already; waits for a transaction that has
 * just taken it, so that of two requests at once one runs and the other replays. Where that takes longer than two
 * seconds, fails as what is still contended does: whoever waits holds a connection.
 */
export async function keep(db: Db, of: KeyOf, kept: Kept): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency (principal, key, route, body_sha256, status, response)
    select ${of.principal}, ${of.key}, ${kept.route}, ${kept.body_sha256}, ${kept.status}, ${kept.response}
    from set_config('lock_timeout', ${longestWait}, true)
    on conflict do nothing returning set_config('lock_timeout', '0', true)`.execute(db)
  return rows.length > 0
}

/** Writes the answer of a key that this transaction has taken. */
export async function finishKept(
  db: Db,
  of: KeyOf,
  status: number,
  response: string,
): Promise<void> {
  await sql`
    update idempotency set status = ${status}, response = ${response}
    where principal = ${of.principal} and key = ${of.key}`.execute(db)
}

/** Resolves when the database answers and its tables are there. */
export async function askDatabase(db: Db): Promise<void> {
  await sql`select 1 from installed limit 1`.execute(db)
}
