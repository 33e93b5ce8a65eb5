import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** For how many minutes a login that has confirmed a second factor can get new recovery codes. */
const newCodesMinutes = 10

/**
 * A stored second factor. `sealed`: its encrypted secret (`encryptFactorSecret`). `was_just_confirmed`: in this login,
 * within the last `newCodesMinutes`, and no recovery code was used since. `now`: the database's time, seconds since
 * 1970.
 */
export interface SecondFactorRow {
  sealed: string
  is_confirmed: boolean
  was_just_confirmed: boolean
  now: number
}

/** Returns a person's second factor, whether or not it is confirmed. */
export async function findSecondFactor(
  db: Db,
  { person_id, login_id }: { person_id: string; login_id: string },
): Promise<SecondFactorRow | undefined> {
  // The login that confirmed it has its proof from the same transaction, so both times are equal.
  const { rows } = await sql<SecondFactorRow>`
    select f.sealed, f.confirmed_at is not null as is_confirmed, extract(epoch from now())::float8 as now,
      x.login_id is not null and f.confirmed_at > now() - ${newCodesMinutes} * interval '1 minute'
        and not exists (select from recovery_code r where r.person_id = f.person_id and r.used_at is not null)
        as was_just_confirmed
    from second_factor f
    left join factor_proof x on x.login_id = ${login_id}::uuid and x.proved_at = f.confirmed_at
    where f.person_id = ${person_id}::uuid`.execute(db)
  return rows[0]
}

/** Stores a new secret in place of an unconfirmed one. Returns false if a second factor is set up. */
export async function insertSecondFactor(
  tx: Db,
  person_id: string,
  sealed: string,
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into second_factor as f (person_id, sealed) values (${person_id}::uuid, ${sealed})
    on conflict (person_id) do update set sealed = excluded.sealed, made_at = now() where f.confirmed_at is null`.execute(
    tx,
  )
  return rowCount === 1
}

/** Confirms a secret without asking for one of its codes. */
export async function confirmSecondFactor(tx: Db, person_id: string): Promise<void> {
  await sql`update second_factor set confirmed_at = now() where person_id = ${person_id}::uuid and confirmed_at is null`.execute(
    tx,
  )
}

/**
 * Marks the code of a time step as used, confirms the second factor, and stores `sealed`: the secret, encrypted under
 * the current key. Returns false if the code of this step or of a later one was used before, or if the stored secret is
 * no longer `was`.
 */
export async function markTotpStepUsed(
  tx: Db,
  it: { person_id: string; step: number; was: string; sealed: string },
): Promise<boolean> {
  const { rowCount } = await sql`
    update second_factor set last_step = ${it.step}, sealed = ${it.sealed}, confirmed_at = coalesce(confirmed_at, now())
    where person_id = ${it.person_id}::uuid and last_step < ${it.step} and sealed = ${it.was}`.execute(
    tx,
  )
  return rowCount === 1
}

/** Stores recovery codes in place of earlier ones. */
export async function replaceRecoveryCodes(
  tx: Db,
  person_id: string,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await sql`delete from recovery_code where person_id = ${person_id}::uuid`.execute(tx)
  await sql`insert into recovery_code (person_id, code_hash)
    select ${person_id}::uuid, h from unnest(${hashes}::bytea[]) h`.execute(tx)
}

/** Uses up a recovery code, given as its hash under each accepted secret. Returns false if it is wrong or was used. */
export async function consumeRecoveryCode(
  tx: Db,
  person_id: string,
  hashes: readonly Uint8Array[],
): Promise<boolean> {
  const { rowCount } = await sql`
    update recovery_code r set used_at = now() from second_factor f
    where r.person_id = ${person_id}::uuid and r.code_hash = any (${hashes}::bytea[]) and r.used_at is null
      and f.person_id = r.person_id and f.confirmed_at is not null`.execute(tx)
  return rowCount === 1
}

export async function countRecoveryCodes(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recovery_code where person_id = ${person_id}::uuid and used_at is null`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Records that a login has entered the second factor. A repeat renews the time. */
export async function recordFactorProof(tx: Db, login_id: string): Promise<void> {
  await sql`insert into factor_proof (login_id) values (${login_id}::uuid)
    on conflict (login_id) do update set proved_at = now()`.execute(tx)
}
