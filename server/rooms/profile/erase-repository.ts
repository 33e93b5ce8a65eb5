import { sql } from 'kysely'
import { eraseDays } from '#contract/profile/model'
import type { Db } from '#server/db/client'

/** What stands in the place of a name. */
const nobody = 'Erased person'

// Who is on the road, has a parcel there (for 90 days: one that was lost never ends) or a claim open, has a
// wallet payment under way, or bought a trip after she had asked, waits until that is over: what she gave up
// was what she had then.
const isDue = sql`p.erase_at <= now() and p.erased_at is null
  and not exists (select from booking b where b.user_id = p.id and (b.status = 'travelled'
    or b.status = 'confirmed' and b.confirmed_at > p.erase_at - ${eraseDays} * interval '1 day'))
  and not exists (select from parcel c where c.user_id = p.id and c.created_at > now() - interval '90 days'
    and c.state not in ('pending_payment', 'paid', 'delivered', 'returned', 'cancelled'))
  and not exists (select from parcel_claim c join parcel r on r.id = c.parcel_id
    where r.user_id = p.id and c.state in ('open', 'to_be_paid') and c.created_at > now() - interval '90 days')
  and not exists (select from account a where a.kind = 'wallet' and a.owner = p.id::text and a.held_kobo > 0)`

/** People whose time is over, and who wait for nothing any more. */
export async function findDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where ${isDue} order by p.erase_at`.execute(db)
  return rows.map((row) => row.id)
}

/** Locks a person's row; false when she has just taken it back, is erased, or waits for something after all. */
export async function lockDue(tx: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from person p where p.id = ${id} and ${isDue} for update`.execute(tx)
  return rows.length > 0
}

/** Ends what a person still had before her: holds, and trips that she gave up. Their seats go back on sale. */
export async function endBookings(tx: Db, id: string): Promise<void> {
  await sql`select release_booking(id) from booking
    where user_id = ${id} and status in ('held', 'awaiting_payment')`.execute(tx)
  await sql`select cancel_seats(id, seats, 'cancelled') from booking
    where user_id = ${id} and status = 'confirmed'`.execute(tx)
}

/** Moves what is left in a person's wallet to the platform, kobo; once. */
export async function giveUpWallet(tx: Db, id: string): Promise<void> {
  const ref = `given_up:${id}`
  await sql`
    select post_transfer(${ref}, ${ref}, id, account_of('given_up', ''), credits_kobo - debits_kobo, 'given_up')
    from account where kind = 'wallet' and owner = ${id} and credits_kobo > debits_kobo`.execute(tx)
}

/**
 * Forgets everything that says who a person is or was in touch with. What stays is what tax law and the
 * ledger need: amounts, trips, seats, references and times.
 */
export async function forgetPerson(tx: Db, id: string): Promise<void> {
  await forgetMessages(tx, id)
  await forgetOnBookings(tx, id)
  await sql`delete from traveller where person_id = ${id}`.execute(tx)
  await sql`
    delete from push_subscription where person_id = ${id} or id in (
      select k.subscription_id from push_booking k join booking b on b.id = k.booking_id
      where b.user_id = ${id})`.execute(tx)
  await sql`delete from login where person_id = ${id}`.execute(tx)
  await sql`delete from contact_code where person_id = ${id}`.execute(tx)
  await sql`delete from wallet_pin where person_id = ${id}`.execute(tx)
  await sql`
    delete from message m using conversation c
    where c.id = m.conversation_id and c.person_id = ${id}`.execute(tx)
  await sql`update conversation set state = 'closed' where person_id = ${id}`.execute(tx)
  await sql`
    update person set full_name = ${nobody}, email = null, email_verified_at = null, phone = null,
      phone_verified_at = null, password_hash = null, google_sub = null, kin_name = null, kin_phone = null,
      kin_relationship = null, device_id = null, erased_at = now()
    where id = ${id}`.execute(tx)
}

/** Mails and SMS on their way, and kept answers: hers, and those about what she had booked as a guest. */
async function forgetMessages(tx: Db, id: string): Promise<void> {
  await sql`
    delete from pgboss.job where data ->> 'person_id' = ${id} or coalesce(data ->> 'to', data ->> 'login', data ->> 'phone') in (
      select email from person where id = ${id} union select phone from person where id = ${id}
      union select contact_email from booking where user_id = ${id}
      union select contact_phone from booking where user_id = ${id})`.execute(tx)
  await sql`delete from idempotency where principal = ${id}`.execute(tx)
  await sql`
    delete from idempotency i using booking b
    where b.user_id = ${id} and b.guest_token_sha256 is not null and i.principal like 'guest:%'
      and position(b.reference in i.response) > 0`.execute(tx)
}

async function forgetOnBookings(tx: Db, id: string): Promise<void> {
  await sql`
    update webhook_event set raw = '' where payment_reference in (
      select p.reference from payment p join booking b on b.id = p.booking_id where b.user_id = ${id}
      union select p.reference from payment p join parcel r on r.id = p.parcel_id where r.user_id = ${id}
      union select reference from payment where person_id = ${id})`.execute(tx)
  await sql`
    update passenger p set full_name = ${nobody}, phone = null, address = '' from booking b
    where b.id = p.booking_id and b.user_id = ${id}`.execute(tx)
  await sql`
    update booking set contact_name = null, contact_phone = null, contact_email = null, kin_name = null,
      kin_phone = null, kin_relationship = null, guest_token_sha256 = null, holder = 'erased'
    where user_id = ${id}`.execute(tx)
}
