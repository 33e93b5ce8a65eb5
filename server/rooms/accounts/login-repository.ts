import { loginIdleDays, maxLoginDays } from '#contract/accounts/rules'
import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

const idleUntil = sql`now() + ${loginIdleDays} * interval '1 day'`
const isActiveSql = sql`login.revoked_at is null and login.idle_until > now() and login.ends_at > now()
  and exists (select 1 from person where person.id = login.person_id and person.erased_at is null)`

interface NewLogin {
  person_id: string
  /** The device's readable name. */
  device: string
  /** The device's id as a keyed hash; undefined if it sent none. */
  device_key: string | undefined
  /** The network as a keyed hash (`hashPublicNetwork`). */
  network: string | null
  sha256: Uint8Array
}

/** Starts a login on a device, with the hash of its first refresh token. Returns the login's id. */
export async function insertLogin(
  db: Db,
  { person_id, device, device_key, network, sha256 }: NewLogin,
): Promise<string> {
  const id = makeId()
  await sql`
    with started as (
      insert into login (id, person_id, device, device_key, network, first_network, idle_until, ends_at)
      values (${id}, ${person_id}, ${device}, ${device_key ?? null}, ${network}, ${network}, ${idleUntil},
        now() + ${maxLoginDays} * interval '1 day')
      returning id
    )
    insert into refresh_token (sha256, login_id) select ${sha256}, id from started`.execute(db)
  return id
}

/** Whether a login is active. Reads one row by its primary key. */
export async function isLoginActive(db: Db, id: string, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from login where id = ${id} and person_id = ${person_id} and ${isActiveSql}`.execute(
    db,
  )
  return rows.length > 0
}

/** Returns which of these logins have ended. */
export async function findEndedLogins(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${ids}::uuid[]) asked (id)
    where not exists (select from login where login.id = asked.id and ${isActiveSql})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a device was logged in to an account within the time for which logins are stored. */
export async function isKnownDevice(db: Db, person_id: string, device_key: string) {
  const { rows } = await sql`
    select 1 from login where person_id = ${person_id} and device_key = ${device_key} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Returns the minutes since a login began; Infinity for an unknown login. */
export async function findLoginAge(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select (extract(epoch from now() - created_at) / 60)::float8 as minutes from login where id = ${id}`.execute(
    db,
  )
  return rows[0]?.minutes ?? Infinity
}

/** Ends all logins of a person except one; returns how many were open. */
export async function endLogins(
  db: Db,
  person_id: string,
  except_login_id?: string,
): Promise<number> {
  const { rows } = await sql`
    update login set revoked_at = now()
    where person_id = ${person_id} and id is distinct from ${except_login_id ?? null} and ${isActiveSql}
    returning 1`.execute(db)
  return rows.length
}

/** Ends every open login; returns the ids of their people, one for each login. */
export async function endAllLogins(db: Db): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    update login set revoked_at = now() where ${isActiveSql} returning person_id`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** Ends one login of a person; returns false if it is not open. */
export async function endLogin(db: Db, id: string, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    update login set revoked_at = now()
    where id = ${id} and person_id = ${person_id} and ${isActiveSql} returning 1`.execute(db)
  return rows.length > 0
}

export interface LoginRow {
  id: string
  device: string
  created_at: Date
  last_used_at: Date
}

/** Returns a person's open logins, the last used first, at most 200. */
export async function listLogins(db: Db, person_id: string): Promise<LoginRow[]> {
  const { rows } = await sql<LoginRow>`
    select id, device, created_at, last_used_at from login
    where person_id = ${person_id} and ${isActiveSql} order by last_used_at desc limit 200`.execute(
    db,
  )
  return rows
}

/** A refresh token with its login. Both rows are locked until the transaction ends. */
export interface RefreshTokenRow {
  login_id: string
  person_id: string
  is_alive: boolean
  is_used: boolean
  /** Whether it was used a moment ago, because the answer was lost or another tab was faster. */
  is_in_grace: boolean
}

/**
 * Finds a refresh token by its hash and locks it with its login. `is_in_grace`: it was used less than `grace_seconds`
 * ago.
 */
export async function lockRefreshToken(
  tx: Db,
  sha256: Uint8Array,
  grace_seconds: number,
): Promise<RefreshTokenRow | undefined> {
  const { rows } = await sql<RefreshTokenRow>`
    select login.id as login_id, login.person_id, ${isActiveSql} as is_alive, t.used_at is not null as is_used,
      coalesce(t.used_at > clock_timestamp() - ${grace_seconds} * interval '1 second', false) as is_in_grace
    from refresh_token t join login on login.id = t.login_id
    where t.sha256 = ${sha256} for update of t, login`.execute(tx)
  return rows[0]
}

/** Whether a refresh token was used, read under the lock of its login. */
export async function isRefreshTokenUsed(tx: Db, sha256: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    select 1 from refresh_token where sha256 = ${sha256} and used_at is not null`.execute(tx)
  return rows.length > 0
}

/** Returns the index of the hash that belongs to one of our refresh tokens; -1 if none does. */
export async function findRefreshTokenIndex(tx: Db, hashes: readonly Buffer[]): Promise<number> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from refresh_token where sha256 = any (${hashes}::bytea[])`.execute(tx)
  return hashes.findIndex((hash) => rows.some((row) => row.sha256.equals(hash)))
}

/** Marks a refresh token as used and stores its successor. */
export async function replaceRefreshToken(
  tx: Db,
  used: Uint8Array,
  successor: Uint8Array,
  login_id: string,
  { device_key, network }: Pick<NewLogin, 'device_key' | 'network'>,
): Promise<void> {
  await sql`
    with used as (update refresh_token set used_at = clock_timestamp() where sha256 = ${used}),
    next as (insert into refresh_token (sha256, login_id) values (${successor}, ${login_id}))
    update login set last_used_at = now(), idle_until = least(${idleUntil}, ends_at),
      device_key = coalesce(${device_key ?? null}, device_key), network = coalesce(${network}, network)
    where id = ${login_id}`.execute(tx)
}

/** Returns the seconds until a login ends if it is not used. */
export async function findLoginSecondsLeft(db: Db, login_id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, floor(extract(epoch from least(idle_until, ends_at) - now())))::int as seconds
    from login where id = ${login_id}`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Finds the login of a refresh token, whether the token was used or not. */
export async function findLoginOfRefreshToken(
  db: Db,
  sha256: Uint8Array,
): Promise<{ login_id: string; person_id: string } | undefined> {
  const { rows } = await sql<{ login_id: string; person_id: string }>`
    select login.id as login_id, login.person_id
    from refresh_token t join login on login.id = t.login_id where t.sha256 = ${sha256}`.execute(db)
  return rows[0]
}

const retentionDays = 30

/** Deletes what ended more than 30 days ago: logins with their tokens, used refresh tokens, and expired codes. */
export async function deleteOldLogins(db: Db): Promise<void> {
  const longAgo = sql`now() - ${retentionDays} * interval '1 day'`
  const isEnded = sql`least(coalesce(revoked_at, 'infinity'), idle_until, ends_at) < ${longAgo}`
  await deleteInSteps(db, 'login', isEnded)
  await deleteInSteps(db, 'refresh_token', sql`used_at < ${longAgo}`)
  await deleteInSteps(db, 'contact_code', sql`expires_at < ${longAgo}`)
}
