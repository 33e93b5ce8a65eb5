import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Deletes unsent emails and SMS to a person, and the subscriptions of their phones. */
export async function deletePendingMessages(tx: Db, person_id: string): Promise<void> {
  await sql`
    delete from pgboss.job where data ->> 'person_id' = ${person_id} or coalesce(data ->> 'to', data ->> 'login', data ->> 'phone') in (
      select email from person where id = ${person_id} union select phone from person where id = ${person_id}
      union select contact_email from booking where user_id = ${person_id}
      union select contact_phone from booking where user_id = ${person_id})`.execute(tx)
  await sql`
    delete from push_subscription where person_id = ${person_id} or id in (
      select k.subscription_id from push_booking k join booking b on b.id = k.booking_id
      where b.user_id = ${person_id})`.execute(tx)
}
