import { parcelDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Releases at most `limit` vehicles that were not paid for in time; returns how many. */
export async function expireUnpaidCharters(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`select expire_charters(${limit}::int)`.execute(db)
  return rows.length
}

/**
 * Returns charters with an overdue balance. While a payment attempt is in progress, a charter is returned only half an
 * hour after its deadline.
 */
export async function findOverdueCharters(
  db: Db,
  limit: number,
): Promise<{ id: string; reference: string }[]> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select h.id, h.reference from charter h where h.state = 'booked' and h.pay_until < clock_timestamp()
      and (h.pay_until < clock_timestamp() - interval '30 minutes' or not exists (
        select from charter_instalment i where i.charter_id = h.id and i.state = 'open' and awaits_money(i.id)))
    order by h.pay_until limit ${limit}`.execute(db)
  return rows
}

/** Returns paid charters whose start code was still not entered a day after their last day ended: nobody came. */
export async function findNoShowCharters(
  db: Db,
  limit: number,
): Promise<{ id: string; reference: string }[]> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, reference from charter where state = 'paid'
      and until_day < lagos_today() - 1
    order by until_day limit ${limit}`.execute(db)
  return rows
}

/** Completes charters whose end code was still not entered a day after their last day ended; returns their ids. */
export async function completeOverdueCharters(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id, close_charter(h.id, 'completed') from (
      select id from charter where state = 'under_way'
        and until_day < lagos_today() - 1
      order by until_day limit ${limit} for update skip locked) h`.execute(db)
  return rows.map(({ id }) => id)
}

/** Hours before the balance is due at which the customer is reminded. */
const reminderHours = [72, 24]

/** Records the reminders that are due now; returns the ids of the charters whose customers are to be reminded. */
export async function claimBalanceReminders(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ charter_id: string }>`
    update charter_instalment i set reminders = due.reminders from (
      select i.id, soon.reminders
      from charter_instalment i join charter h on h.id = i.charter_id,
        lateral (select count(*) as reminders from unnest(${reminderHours}::int[]) hours
          where i.due_at - hours * interval '1 hour' < clock_timestamp()) soon
      where i.state = 'open' and i.number = 2 and h.state = 'booked' and i.due_at > clock_timestamp()
        and i.due_at < clock_timestamp() + interval '72 hours' and soon.reminders > i.reminders
      order by i.due_at limit ${limit} for update of i skip locked) due
    where due.id = i.id returning i.charter_id`.execute(db)
  return rows.map(({ charter_id }) => charter_id)
}

/** Ends offers and requests that have expired. */
export async function expireCharterOffers(db: Db): Promise<void> {
  await sql`update charter_offer set state = 'expired' where state = 'open' and valid_until < clock_timestamp()`.execute(
    db,
  )
  await sql`
    with ended as (
      update charter_request r set state = 'expired' where state = 'open'
        and least(starts_at, open_until) < clock_timestamp()
        and not exists (select from charter_offer f where f.request_id = r.id and f.state = 'open' and r.starts_at > clock_timestamp())
      returning id
    )
    update charter_offer f set state = 'expired' from ended where f.request_id = ended.id and f.state = 'open'`.execute(
    db,
  )
}

/**
 * Deletes the personal data of charters and requests after their retention, and after two days the networks from which
 * charters were booked.
 */
export async function deleteExpiredCharterData(db: Db): Promise<void> {
  const days = parcelDataDays.ended
  await sql`update charter set network = null
    where network is not null and created_at < now() - interval '2 days'`.execute(db)
  await sql`
    update charter set contact_name = null, contact_phone = null, needs = null, luggage = null, driver_name = null,
      driver_phone = null, stops = ${withoutAddresses}, flight = flight || '{"name_board": null}'
    where contact_name is not null and closed_at < now() - ${days} * interval '1 day'`.execute(db)
  await sql`
    update charter_request set contact_name = null, contact_phone = null, needs = null, luggage = null,
      stops = ${withoutAddresses}
    where contact_name is not null and state <> 'open' and starts_at < now() - ${days} * interval '1 day'`.execute(
    db,
  )
}

const withoutAddresses = sql`(select jsonb_agg(stop || '{"address": null}' order by n)
  from jsonb_array_elements(stops) with ordinality stop (stop, n))`

/**
 * Deletes the personal data of all charters and requests of a person, with messages that are still queued. Their
 * reviews keep only the stars.
 */
export async function forgetCharterCustomer(tx: Db, person_id: string): Promise<void> {
  await sql`
    delete from pgboss.job where data ->> 'to' in (
      select contact_phone from charter where person_id = ${person_id}::uuid
      union select contact_phone from charter_request where person_id = ${person_id}::uuid)`.execute(
    tx,
  )
  await sql`select forget_messages(array(
    select i.id from charter_instalment i join charter h on h.id = i.charter_id where h.person_id = ${person_id}::uuid))`.execute(
    tx,
  )
  await sql`
    update charter_review r set written_by = 'A traveller', body = '-' from charter h
    where h.id = r.charter_id and h.person_id = ${person_id}::uuid`.execute(tx)
  await sql`update charter_review_report set words = null where person_id = ${person_id}::uuid`.execute(
    tx,
  )
  await sql`
    update charter set contact_name = null, contact_phone = null, needs = null, luggage = null, driver_name = null,
      driver_phone = null, stops = ${withoutAddresses}, flight = flight || '{"name_board": null}', network = null
    where person_id = ${person_id}::uuid`.execute(tx)
  await sql`
    update charter_request set contact_name = null, contact_phone = null, needs = null, luggage = null,
      stops = ${withoutAddresses}, client_ref = null where person_id = ${person_id}::uuid`.execute(
    tx,
  )
}

/** Counts a person's charters that are paid, in part or in full, and not over. */
export async function countCurrentCharters(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from charter where person_id = ${person_id}::uuid
      and state in ('booked', 'paid', 'under_way')`.execute(db)
  return rows[0]?.many ?? 0
}

/** Whether a charter of this person has started and not ended. */
export async function isCharterUnderWay(tx: Db, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from charter where person_id = ${person_id}::uuid and state = 'under_way' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Returns and locks a person's charters that can be cancelled. */
export async function findCancellableCharters(
  tx: Db,
  person_id: string,
): Promise<{ id: string; reference: string }[]> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, reference from charter where person_id = ${person_id}::uuid
      and state in ('awaiting_payment', 'booked', 'paid') order by id for update`.execute(tx)
  return rows
}

/** Withdraws a person's open requests, and declines their open offers. */
export async function withdrawAllRequests(tx: Db, person_id: string): Promise<void> {
  await sql`
    with ended as (update charter_request set state = 'withdrawn'
      where person_id = ${person_id}::uuid and state = 'open' returning id)
    update charter_offer f set state = 'declined' from ended where f.request_id = ended.id and f.state = 'open'`.execute(
    tx,
  )
}

/** Selects the ids and references of a person's charters and requests. */
export const selectCharterSubjects = (person_id: string) => sql`
  select unnest(array[id::text, reference]) from charter where person_id = ${person_id}::uuid
  union all select unnest(array[id::text, reference]) from charter_request where person_id = ${person_id}::uuid
  union all select r.id::text from charter_review r join charter h on h.id = r.charter_id
    where h.person_id = ${person_id}::uuid`
