import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Days for which a provider's message is kept as it came: as long as a card payment is argued about. */
const messageDays = 120

/**
 * Forgets what providers wrote of a person's payments; of what others paid for their things the rooms of these
 * tell.
 */
export async function forgetMessages(tx: Db, person_id: string): Promise<void> {
  await sql`
    update webhook_event set raw = '' where payment_reference in (
      select reference from payment where person_id = ${person_id})`.execute(tx)
}

/** Deletes old raw messages of providers. */
export async function tidyMessages(db: Db): Promise<void> {
  await sql`update webhook_event set raw = '' where raw <> '' and received_at < now() - ${messageDays} * interval '1 day'`.execute(
    db,
  )
}
