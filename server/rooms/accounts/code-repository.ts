import { codeMinutes, codeTries } from '#contract/accounts/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { newId } from '#server/platform/ids'

/** The purpose of a code: a new password, or verifying an address. */
export type Purpose = 'reset' | 'prove'

/** Whose code it is, for which address. `contact` is a keyed hash: addresses stand at their accounts only. */
export interface CodeFor {
  purpose: Purpose
  contact: string
  person_id: string
}

/**
 * Opens a code, and closes the one before it where it `replaces` that. `asked_by`: who asked for it; null where
 * only its person may try it.
 */
export async function insertCode(
  db: Db,
  {
    purpose,
    contact,
    person_id,
    code_hash,
    asked_by,
    replaces,
  }: CodeFor & { code_hash: Uint8Array; asked_by: string | null; replaces: boolean },
): Promise<void> {
  await sql`
    with before as (
      update contact_code set used_at = now()
      where contact = ${contact} and purpose = ${purpose} and person_id = ${person_id} and used_at is null
        and asked_by is not distinct from ${asked_by} and ${replaces}
    )
    insert into contact_code (id, purpose, contact, person_id, code_hash, asked_by, tries_left, expires_at)
    values (${newId()}, ${purpose}, ${contact}, ${person_id}, ${code_hash}, ${asked_by}, ${codeTries},
      now() + ${codeMinutes} * interval '1 minute')`.execute(db)
}

/**
 * Tries a code, hashed under each secret that is read, at every open code of its person: right, and all are
 * used up by it, or wrong, and one try fewer. Who asked for a code has five tries that nobody else's guesses
 * touch; everybody else together has twenty at it, five a network. So a code of six digits is guessed at 25
 * times at most, and of ten codes a day one in 4,000 accounts would fall to the person who guesses all day at each of
 * them. One statement by itself, so that tries at once are counted one by one and no refusal undoes the count.
 */
export async function tryCode(
  db: Db,
  said: readonly (CodeFor & { code_hash: Uint8Array })[],
  { name, network }: { name: string; network: string } = { name: '', network: '' },
): Promise<boolean> {
  const { purpose, person_id } = said[0] ?? {}
  const contacts = said.map(({ contact }) => contact)
  const hashes = said.map(({ code_hash }) => code_hash)
  const isOwn = sql`(asked_by is null or asked_by = ${name})`
  const spent = sql`coalesce((elsewhere ->> ${network}::text)::int, 0)`
  const { rows } = await sql<{ is_right: boolean }>`
    with open_code as (
      select id, code_hash = any (${hashes}::bytea[]) as is_right from contact_code
      where contact = any (${contacts}::text[]) and purpose = ${purpose} and person_id = ${person_id}
        and used_at is null and expires_at > now()
        and case when ${isOwn} then tries_left > 0
          else tries_elsewhere > 0 and ${spent} < ${codeTries} end
      order by created_at for update),
    tried as (
      update contact_code set
        tries_left = tries_left - case when ${isOwn} then 1 else 0 end,
        tries_elsewhere = tries_elsewhere - case when ${isOwn} then 0 else 1 end,
        elsewhere = case when ${isOwn} then elsewhere
          else jsonb_set(elsewhere, array[${network}::text], to_jsonb(${spent} + 1)) end,
        used_at = case when (select bool_or(is_right) from open_code) then now() end
      where id in (select id from open_code))
    select coalesce(bool_or(is_right), false) as is_right from open_code`.execute(db)
  return rows[0]?.is_right ?? false
}
