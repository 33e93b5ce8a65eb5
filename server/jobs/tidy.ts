import { sql } from 'kysely'
import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'

/** Days for which a repeat of a write finds its answer: passengers stand in answers too, so no longer than they are kept. */
const replayDays = passengerDataDays

/** Days for which a provider's message is kept as it came: as long as a card payment is argued about. */
const messageDays = 120
const batch = 1000

/**
 * Lets go of what nobody will ask for again: answers of old writes, limits that are full again, what
 * providers wrote, whence holds came and their proofs of work, and where passengers of past trips live, their phones and their next of kin.
 */
export async function tidy(db: Db): Promise<void> {
  await sql`delete from idempotency where created_at < now() - ${replayDays} * interval '1 day'`.execute(
    db,
  )
  await sql`delete from rate_bucket where refilled_at < now() - interval '1 day'`.execute(db)
  await sql`delete from spent_proof where expires_at < now()`.execute(db)
  await sql`update booking set network = null
    where network is not null and created_at < now() - interval '2 days'`.execute(db)
  await sql`update webhook_event set raw = '' where raw <> '' and received_at < now() - ${messageDays} * interval '1 day'`.execute(
    db,
  )
  for (;;) if ((await forgetTravellers(db)) < batch) return
}

/** Does so on a batch of bookings, tells how many. Names, tickets, money and the contact, who gets receipts, stay. */
async function forgetTravellers(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (
      select b.id from booking b join trip t on t.id = b.trip_id
      where b.kin_name is not null and t.arrives_at < now() - ${passengerDataDays} * interval '1 day'
      limit ${batch} for update of b skip locked
    ), blanked as (
      update passenger p set address = '', phone = null from due where p.booking_id = due.id
    )
    update booking b set kin_name = null, kin_phone = null, kin_relationship = null
    from due where b.id = due.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
