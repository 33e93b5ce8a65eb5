import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Deletes unsent emails and SMS to a person's verified email address and phone number and those about their bookings,
 * and the subscriptions of their phones. Unverified addresses may be somebody else's, and so may the contact of a
 * booking: messages to them about anything else are left.
 */
export async function deletePendingMessages(tx: Db, person_id: string): Promise<void> {
  const address = sql`coalesce(data ->> 'to', data ->> 'login', data ->> 'phone')`
  await sql`
    delete from pgboss.job where data ->> 'person_id' = ${person_id} or ${address} in (
      select email from person where id = ${person_id} and email_verified_at is not null
      union select phone from person where id = ${person_id} and phone_verified_at is not null)
    or exists (select from booking b where b.user_id = ${person_id}
      and ${address} in (b.contact_email, b.contact_phone)
      and (position(b.id::text in data::text) > 0 or position(b.reference in data::text) > 0))`.execute(
    tx,
  )
  await deletePhones(tx, person_id)
}

/**
 * Deletes the subscriptions of a person's phones. A guest's phone that subscribed to one of their bookings stays if it
 * has an owner by now or receives messages about other bookings.
 */
async function deletePhones(tx: Db, person_id: string): Promise<void> {
  const { rows } = await sql<{ subscription_id: string }>`
    delete from push_booking k using booking b where b.id = k.booking_id and b.user_id = ${person_id}
    returning k.subscription_id`.execute(tx)
  const subscriptions = rows.map(({ subscription_id }) => subscription_id)
  await sql`
    delete from push_subscription s where person_id = ${person_id} or (person_id is null
      and id = any (${subscriptions}::uuid[])
      and not exists (select from push_booking k where k.subscription_id = s.id))`.execute(tx)
}
