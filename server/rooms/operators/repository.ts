import type { Scope } from '#contract/scopes'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A stored key. `sha256`: the hash of the whole key. */
export interface ApiKeyRow {
  id: string
  sha256: Buffer
  scopes: Scope[]
}

/** Returns an operator's key by its name, unless it was revoked. */
export async function findOperatorKey(
  db: Db,
  name: string,
): Promise<(ApiKeyRow & { operator_id: string }) | undefined> {
  const { rows } = await sql<ApiKeyRow & { operator_id: string }>`
    select id, operator_id, sha256, scopes from operator_key where name = ${name} and revoked_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Returns a key of our own staff by its name, unless it was revoked. */
export async function findStaffKey(db: Db, name: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    select id, sha256, scopes from staff_key where name = ${name} and revoked_at is null`.execute(
    db,
  )
  return rows[0]
}

type Kind = 'operator' | 'staff'
const tableOf = (kind: Kind) => sql.ref(`${kind}_key`)

/** Notes that a key is in use, at most once a minute. */
export async function recordKeyUse(db: Db, kind: Kind, id: string): Promise<void> {
  await sql`update ${tableOf(kind)} set last_used_at = now() where id = ${id}
    and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}

/** Only the hash of a key is stored (`sha256`), so nobody can read the key later. */
export interface NewApiKey {
  id: string
  name: string
  sha256: Buffer
  label: string
  scopes: readonly Scope[]
}

/** Stores a key for the operator of this code. Returns false if the operator does not exist. */
export async function insertOperatorKey(
  db: Db,
  key: NewApiKey & { operator: string },
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into operator_key (id, operator_id, name, sha256, label, scopes)
    select ${key.id}, id, ${key.name}, ${key.sha256}, ${key.label}, ${key.scopes}::text[]
    from operator where code = ${key.operator}`.execute(db)
  return rowCount === 1
}

export async function insertStaffKey(db: Db, key: NewApiKey): Promise<void> {
  await sql`insert into staff_key (id, name, sha256, label, scopes)
    values (${key.id}, ${key.name}, ${key.sha256}, ${key.label}, ${key.scopes}::text[])`.execute(db)
}

/** Revokes a key by its name. Returns false if there is no valid one. */
export async function revokeApiKey(db: Db, kind: Kind, name: string): Promise<boolean> {
  const { rowCount } = await sql`
    update ${tableOf(kind)} set revoked_at = now() where name = ${name} and revoked_at is null`.execute(
    db,
  )
  return rowCount === 1
}
