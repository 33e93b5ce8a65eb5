import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { erasedName } from '#server/room'

/** Deletes a person's identity and their ways to log in. */
export async function forgetPerson(tx: Db, id: string): Promise<void> {
  await sql`delete from login where person_id = ${id}`.execute(tx)
  await sql`delete from contact_code where person_id = ${id}`.execute(tx)
  await sql`
    update person set full_name = ${erasedName}, email = null, email_verified_at = null, phone = null,
      phone_verified_at = null, password_hash = null, google_sub = null, kin_name = null, kin_phone = null,
      kin_relationship = null, device_id = null, erased_at = now()
    where id = ${id}`.execute(tx)
}

/**
 * Selects a person's verified email address and phone number, which stored answers about invitations and invoices
 * contain. Unverified ones may be somebody else's.
 */
export const selectPersonSubjects = (id: string) => sql`
  select email from person where id = ${id} and email_verified_at is not null
  union all
  select phone from person where id = ${id} and phone_verified_at is not null`
