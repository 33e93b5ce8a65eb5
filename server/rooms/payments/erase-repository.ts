import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * How many days payment companies' messages, and our answers to disputes after the decision, are stored: as long as a
 * card payment can be disputed.
 */
const messageDays = 120

/**
 * Deletes payment companies' messages about a person's payments, and our answers to decided disputes about them. Rooms
 * delete those about their payables that others paid.
 */
export async function forgetCompanyMessages(tx: Db, person_id: string): Promise<void> {
  await sql`
    update webhook_event set raw = '' where payment_reference in (
      select reference from payment where person_id = ${person_id})`.execute(tx)
  await sql`
    update dispute set message = null, evidence = null where state <> 'open' and payment_id in (
      select id from payment where person_id = ${person_id})`.execute(tx)
}

/** Deletes payment companies' raw messages, and our answers to disputes, after their retention. */
export async function deleteExpiredMessages(db: Db): Promise<void> {
  await sql`update webhook_event set raw = '' where raw <> '' and received_at < now() - ${messageDays} * interval '1 day'`.execute(
    db,
  )
  await sql`
    update dispute set message = null, evidence = null where (message is not null or evidence is not null)
      and state <> 'open' and decided_at < now() - ${messageDays} * interval '1 day'`.execute(db)
}

/** Selects the references of a person's payments, and the ids of their refunds and disputes. */
export const selectPaymentSubjects = (person_id: string) => sql`
  select reference from payment where person_id = ${person_id}
  union all select r.id::text from refund r join payment p on p.id = r.payment_id where p.person_id = ${person_id}
  union all select d.id::text from dispute d join payment p on p.id = d.payment_id where p.person_id = ${person_id}`
