import { sql } from 'kysely'
import { codeMinutes, codeTries } from '#contract/accounts'
import type { Db } from '#server/db/client'
import { newId } from '#server/ids'

/** What a code is for: a new password, or to prove an address. */
export type Purpose = 'reset' | 'prove'

/** Whose code it is, for which address. `contact` is a keyed hash: addresses stand at their accounts only. */
export interface CodeFor {
  purpose: Purpose
  contact: string
  person_id: string
}

/** Opens a code and closes the one before it. */
export async function insertCode(
  db: Db,
  { purpose, contact, person_id, code_hash }: CodeFor & { code_hash: Uint8Array },
): Promise<void> {
  await sql`
    with before as (
      update contact_code set used_at = now()
      where contact = ${contact} and purpose = ${purpose} and person_id = ${person_id} and used_at is null
    )
    insert into contact_code (id, purpose, contact, person_id, code_hash, tries_left, expires_at)
    values (${newId()}, ${purpose}, ${contact}, ${person_id}, ${code_hash}, ${codeTries},
      now() + ${codeMinutes} * interval '1 minute')`.execute(db)
}

/**
 * Tries a code, hashed under each secret that is read: right, and used up by it, or wrong, and one try fewer. One statement by itself, so that
 * tries at once are counted one by one and no refusal undoes the count.
 */
export async function tryCode(
  db: Db,
  said: readonly (CodeFor & { code_hash: Uint8Array })[],
): Promise<boolean> {
  const { purpose, person_id } = said[0] ?? {}
  const contacts = said.map(({ contact }) => contact)
  const isRight = sql`code_hash = any (${said.map(({ code_hash }) => code_hash)}::bytea[])`
  const { rows } = await sql<{ is_right: boolean }>`
    update contact_code set tries_left = tries_left - 1, used_at = case when ${isRight} then now() end
    where id = (
      select id from contact_code
      where contact = any (${contacts}::text[]) and purpose = ${purpose} and person_id = ${person_id}
        and used_at is null and expires_at > now() and tries_left > 0
      order by created_at desc limit 1 for update)
    returning ${isRight} as is_right`.execute(db)
  return rows[0]?.is_right ?? false
}
