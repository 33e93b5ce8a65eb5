import { codeValidityMinutes, maxCodeTries } from '#contract/accounts/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** The purpose of a code: to set a new password, or to verify an email address or phone number. */
export type CodePurpose = 'reset' | 'prove'

/**
 * The person and contact for which a code is valid. `contact` is a keyed hash, since only accounts store email
 * addresses and phone numbers.
 */
export interface CodeSubject {
  purpose: CodePurpose
  contact: string
  person_id: string
}

/**
 * Stores a new code, and returns when it expires. `asked_by`: the requester's `ResetCodeClient.name`; null if only the
 * logged-in person can try it. `replaces`: whether the requester's previous code ends.
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
  }: CodeSubject & { code_hash: Uint8Array; asked_by: string | null; replaces: boolean },
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    with before as (
      update contact_code set used_at = now()
      where contact = ${contact} and purpose = ${purpose} and person_id = ${person_id} and used_at is null
        and asked_by is not distinct from ${asked_by} and ${replaces}
    )
    insert into contact_code (id, purpose, contact, person_id, code_hash, asked_by, tries_left, expires_at)
    values (${makeId()}, ${purpose}, ${contact}, ${person_id}, ${code_hash}, ${asked_by}, ${maxCodeTries},
      now() + ${codeValidityMinutes} * interval '1 minute')
    returning expires_at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the code was not stored')
  return row.expires_at
}

/**
 * Tries a code, hashed with each accepted secret, against all open codes of its person. A right code uses up all of
 * them, or changes nothing with `stays_open`, and a wrong code counts as a try of each. The requester has five tries;
 * all others together have twenty, five per network. So a code of six digits is guessed at 25 times at most. With ten
 * codes a day, a day of guessing succeeds for one account in 4,000. Uses one statement, so that concurrent tries are
 * counted and no refusal undoes the count.
 */
export async function tryCode(
  db: Db,
  candidates: readonly (CodeSubject & { code_hash: Uint8Array })[],
  { name, network, stays_open = false }: { name: string; network: string; stays_open?: boolean } = {
    name: '',
    network: '',
  },
): Promise<boolean> {
  const { purpose, person_id } = candidates[0] ?? {}
  const contacts = candidates.map(({ contact }) => contact)
  const hashes = candidates.map(({ code_hash }) => code_hash)
  const isOwn = sql`(asked_by is null or asked_by = ${name})`
  const spent = sql`coalesce((elsewhere ->> ${network}::text)::int, 0)`
  const { rows } = await sql<{ is_right: boolean }>`
    with open_code as (
      select id, code_hash = any (${hashes}::bytea[]) as is_right from contact_code
      where contact = any (${contacts}::text[]) and purpose = ${purpose} and person_id = ${person_id}
        and used_at is null and expires_at > now()
        and case when ${isOwn} then tries_left > 0
          else tries_elsewhere > 0 and ${spent} < ${maxCodeTries} end
      order by created_at for update),
    tried as (
      update contact_code set
        tries_left = tries_left - case when ${isOwn} then 1 else 0 end,
        tries_elsewhere = tries_elsewhere - case when ${isOwn} then 0 else 1 end,
        elsewhere = case when ${isOwn} then elsewhere
          else jsonb_set(elsewhere, array[${network}::text], to_jsonb(${spent} + 1)) end,
        used_at = case when (select bool_or(is_right) from open_code) then now() end
      where id in (select id from open_code)
        and not (${stays_open} and (select bool_or(is_right) from open_code)))
    select coalesce(bool_or(is_right), false) as is_right from open_code`.execute(db)
  return rows[0]?.is_right ?? false
}
