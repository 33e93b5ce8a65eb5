import type { ProfileExport } from '#contract/profile/model'
import { arrivalSmsDelay_ms, linkLifeAfterArrival_ms } from '#contract/sharing/rules'
import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

const batch = 200

/**
 * Returns the bookings whose next of kin must get an SMS now, and marks them, so that each is returned only once per
 * trip: an SMS was requested, a link is valid, and two hours after the bus was due nobody has reported an arrival.
 */
export async function claimMissingArrivals(
  tx: Db,
): Promise<{ booking_id: string; kin_phone: string }[]> {
  const { rows } = await sql<{ booking_id: string; kin_phone: string }>`
    with due as (
      select b.id, b.trip_id, b.kin_phone from booking b
      where b.kin_phone is not null and b.status in ('confirmed', 'travelled', 'completed')
        and exists (select from trip_link l where l.booking_id = b.id and l.wants_sms and l.ended_at is null)
        and now() between due_at(b.trip_id, b.leg_to) + ${arrivalSmsDelay_ms} * interval '1 millisecond'
          and due_at(b.trip_id, b.leg_to) + ${linkLifeAfterArrival_ms} * interval '1 millisecond'
        and not exists (select from trip_sign s
          where s.booking_id = b.id and s.trip_id = b.trip_id and s.kind = 'arrived')
        and not exists (select from kin_text t where t.booking_id = b.id and t.trip_id = b.trip_id)
      limit ${batch}
    ), noted as (
      insert into kin_text (booking_id, trip_id) select id, trip_id from due
      on conflict do nothing returning booking_id
    )
    select noted.booking_id, due.kin_phone from noted join due on due.id = noted.booking_id`.execute(
    tx,
  )
  return rows
}

/** Returns links and updates of a person's bookings, for their export. */
export async function exportSharing(db: Db, person_id: string): Promise<ProfileExport['more']> {
  const links = await sql<{ booking: string; made_at: string; ended_at: string | null }>`
    select b.reference as booking, l.wants_sms, to_json(l.created_at)#>>'{}' as made_at, to_json(l.ended_at)#>>'{}' as ended_at
    from trip_link l join booking b on b.id = l.booking_id where b.user_id = ${person_id}::uuid
    order by l.created_at`.execute(db)
  const signs = await sql<{ booking: string; kind: string; place: string | null; said_at: string }>`
    select b.reference as booking, s.kind, s.place, to_json(s.said_at)#>>'{}' as said_at
    from trip_sign s join booking b on b.id = s.booking_id where b.user_id = ${person_id}::uuid
    order by s.said_at`.execute(db)
  return { trip_links: links.rows, trip_signs: signs.rows }
}

const ofPerson = (person_id: string) =>
  sql`booking_id in (select id from booking where user_id = ${person_id}::uuid)`

/** Ends and deletes all links and reports of a person's bookings. */
export async function deletePersonSharing(tx: Db, person_id: string): Promise<void> {
  for (const table of ['trip_link', 'trip_sign', 'kin_text'])
    await sql`delete from ${sql.ref(table)} where ${ofPerson(person_id)}`.execute(tx)
}

/** Deletes links and updates 30 days after their trips. */
export async function deleteExpiredSharing(db: Db): Promise<void> {
  for (const table of ['trip_link', 'trip_sign', 'kin_text'])
    await deleteInSteps(
      db,
      table,
      sql`exists (select from booking b join trip t on t.id = b.trip_id
        where b.id = booking_id and t.arrives_at < now() - interval '30 days')`,
    )
}
