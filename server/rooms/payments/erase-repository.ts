import type { ProfileExport } from '#contract/profile/model'
import type { Db } from '#server/db/client'
import { updateInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

/**
 * How many days we store payment companies' messages, and our answers to disputes after the decision: as long as a card
 * payment can be disputed.
 */
const messageDays = 120

/** How many days the cards of payments are stored. */
const cardDays = 90

type FlatRow = ProfileExport['more'][string][number]

/**
 * Returns the disputes about a person's payments for their export, oldest first, with what we answered. Evidence is
 * deleted when it is sent, so the export only says whether there was a photo.
 */
export async function exportDisputes(db: Db, person_id: string): Promise<FlatRow[]> {
  const { rows } = await sql<FlatRow>`
    select p.reference as payment, d.provider, d.amount_kobo, d.state, d.opened_at::text as opened_at,
      d.decided_at::text as decided_at, d.answer, d.answered_at::text as answered_at, d.message,
      d.evidence is not null as has_photo
    from dispute d join payment p on p.id = d.payment_id where p.person_id = ${person_id}::uuid
    order by d.opened_at, d.id`.execute(db)
  return rows
}

/**
 * Deletes the cards of a person's payments, payment companies' messages about them, and our answers to decided disputes
 * about them. Messages about payables of this person that others paid are deleted by the rooms of those payables.
 */
export async function deletePersonProviderMessages(tx: Db, person_id: string): Promise<void> {
  await sql`update payment set card = null where person_id = ${person_id} and card is not null`.execute(
    tx,
  )
  await sql`
    update webhook_event set raw = '' where payment_reference in (
      select reference from payment where person_id = ${person_id})`.execute(tx)
  await sql`
    update dispute set message = null, evidence = null where state <> 'open' and payment_id in (
      select id from payment where person_id = ${person_id})`.execute(tx)
}

/** Deletes cards, payment companies' raw messages, and our answers to disputes, after their retention. */
export async function deleteExpiredMessages(db: Db): Promise<void> {
  const isOldCard = sql`card is not null and created_at < now() - ${cardDays} * interval '1 day'`
  await updateInSteps(db, 'payment', sql`card = null`, isOldCard)
  const messageEnd = sql`now() - ${messageDays} * interval '1 day'`
  const isOldEvent = sql`raw <> '' and received_at < ${messageEnd}`
  await updateInSteps(db, 'webhook_event', sql`raw = ''`, isOldEvent)
  const isOldAnswer = sql`(message is not null or evidence is not null) and state <> 'open' and decided_at < ${messageEnd}`
  await updateInSteps(db, 'dispute', sql`message = null, evidence = null`, isOldAnswer)
}

/** Returns SQL for the references of a person's payments, and the ids of their refunds and disputes. */
export const selectPaymentSubjects = (person_id: string) => sql`
  select reference from payment where person_id = ${person_id}
  union all select r.id::text from refund r join payment p on p.id = r.payment_id where p.person_id = ${person_id}
  union all select d.id::text from dispute d join payment p on p.id = d.payment_id where p.person_id = ${person_id}`
