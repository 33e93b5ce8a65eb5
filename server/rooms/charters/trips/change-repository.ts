import type { Review } from '#contract/reviews/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { StoredFlight } from './trip-repository.ts'

/**
 * Replaces a charter's days. Returns the id of its open balance, which is due on another day then. The caller claims
 * the new days afterwards.
 */
export async function saveCharterDays(
  db: Db,
  id: string,
  it: { starts_at: Date; from_day: string; until_day: string; balance_due: Date },
): Promise<string | undefined> {
  await sql`delete from charter_day where charter_id = ${id}::uuid`.execute(db)
  await sql`
    update charter set starts_at = ${it.starts_at}, from_day = ${it.from_day}, until_day = ${it.until_day},
      date_changes = date_changes + 1, pay_until = case when state = 'booked' then ${it.balance_due}::timestamptz end
    where id = ${id}::uuid`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update charter_instalment set due_at = ${it.balance_due}, reminders = 0
    where charter_id = ${id}::uuid and state = 'open' and number = 2 returning id`.execute(db)
  return rows[0]?.id
}

/** Replaces the flight and the day of an airport transfer. The caller claims the day if it is a new one. */
export async function saveFlight(
  db: Db,
  id: string,
  it: { starts_at: Date; day: string; flight: StoredFlight },
): Promise<void> {
  await sql`delete from charter_day where charter_id = ${id}::uuid and day <> ${it.day}::date`.execute(
    db,
  )
  await sql`
    update charter set starts_at = ${it.starts_at}, from_day = ${it.day}, until_day = ${it.day},
      flight = ${JSON.stringify(it.flight)}::jsonb where id = ${id}::uuid`.execute(db)
}

/** Whether a charter has claimed this day. */
export async function hasCharterDay(db: Db, id: string, day: string): Promise<boolean> {
  const { rows } =
    await sql`select from charter_day where charter_id = ${id}::uuid and day = ${day}::date`.execute(
      db,
    )
  return rows.length > 0
}

/**
 * Stores the review of a charter's vehicle in place of an earlier one. It waits for our staff if they hid the earlier
 * one, or if its author seems to work for the operator (`acts_for_operator`).
 */
export async function saveVehicleReview(
  db: Db,
  it: {
    id: string
    charter_id: string
    vehicle_id: string
    rating: number
    body: string
    by: string
    state: Review['state']
  },
): Promise<void> {
  await sql`
    insert into charter_review as r (id, charter_id, vehicle_id, rating, body, written_by, state)
    select ${it.id}::uuid, h.id, v.id, ${it.rating}::smallint, ${it.body}, ${it.by},
      case when acts_for_operator(h.person_id, v.operator_id) then 'waiting' else ${it.state} end
    from charter h, charter_vehicle v where h.id = ${it.charter_id}::uuid and v.id = ${it.vehicle_id}::uuid
    on conflict (charter_id) do update set rating = excluded.rating, body = excluded.body, written_at = now(),
      state = case when r.is_held then 'waiting' else excluded.state end`.execute(db)
}

/**
 * Stores a report about somebody else's visible review; returns false if there is no such review. A person whose report
 * was about an earlier version of the review can report it again.
 */
export async function reportVehicleReview(
  db: Db,
  it: { id: string; person_id: string; reason: string; words: string | null },
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into charter_review_report as before (review_id, person_id, reason, words)
    select r.id, ${it.person_id}::uuid, ${it.reason}, ${it.words} from charter_review r join charter h on h.id = r.charter_id
    where r.id = ${it.id}::uuid and r.state = 'shown' and h.person_id <> ${it.person_id}::uuid
    on conflict (review_id, person_id) do update set reason = excluded.reason, words = excluded.words, looked_at =
      (select before.looked_at from charter_review
        where id = before.review_id and written_at <= before.looked_at)`.execute(db)
  return rowCount === 1
}

/**
 * Shows or hides a review of a vehicle, and closes the reports about it. Returns false if there is no such review, or
 * it was not written at `written_at`, in milliseconds.
 */
export async function decideCharterReview(
  db: Db,
  {
    id,
    became,
    written_at,
  }: { id: string; became: 'shown' | 'hidden'; written_at: string | undefined },
): Promise<boolean> {
  const { rowCount } = await sql`
    update charter_review set state = ${became}, is_held = ${became === 'hidden'} where id = ${id}::uuid
      and date_trunc('milliseconds', written_at) = coalesce(${written_at ?? null}::timestamptz,
        date_trunc('milliseconds', written_at))`.execute(db)
  if (rowCount === 0) return false
  await sql`
    update charter_review_report set looked_at = now() where review_id = ${id}::uuid and looked_at is null`.execute(
    db,
  )
  return true
}

/** Whether a wallet alone paid for a charter. */
export async function isCharterPaidFromWallet(db: Db, charter_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_paid: boolean }>`
    select paid_from_wallet(array(
      select payable_id from charter_instalment where charter_id = ${charter_id}::uuid and payable_id is not null
    )) as is_paid`.execute(db)
  return rows[0]?.is_paid ?? false
}
