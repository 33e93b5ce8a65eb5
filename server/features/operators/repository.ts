import { sql } from 'kysely'
import type { Db } from '#server/db/client'

/** A key as it is stored: `name` stands in the key itself, `sha256` is of the whole of it. */
export interface OperatorKeyRow {
  id: string
  operator_id: string
  sha256: Buffer
}

/** The key of a name that was not revoked. */
export async function findKey(db: Db, name: string): Promise<OperatorKeyRow | undefined> {
  const { rows } = await sql<OperatorKeyRow>`
    select id, operator_id, sha256 from operator_key where name = ${name} and revoked_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Notes that a key is in use, at most once a minute. */
export async function noteUse(db: Db, id: string): Promise<void> {
  await sql`update operator_key set last_used_at = now() where id = ${id}
    and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}

/** Writes a key for the operator of this code; false when there is no such operator. */
export async function insertKey(
  db: Db,
  key: { id: string; operator: string; name: string; sha256: Buffer; label: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into operator_key (id, operator_id, name, sha256, label)
    select ${key.id}, id, ${key.name}, ${key.sha256}, ${key.label} from operator where code = ${key.operator}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Ends a key by its name; false when there is none that still works. */
export async function endKey(db: Db, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator_key set revoked_at = now() where name = ${name} and revoked_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}
