import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

/**
 * A reminder is due from `eveningHour` on the day before, but at least `leastHours` before departure; it may be sent
 * for `lastsHours` hours.
 */
const leastHours = 12
const eveningHour = 18
const lastsHours = 3

/**
 * Returns the ids of the paid bookings to remind now, soonest first. A reminder is due from six in the evening before,
 * or twelve hours before departure if that is earlier, for three hours, so that nobody is woken. A person who pays when
 * the reminder is already due gets none.
 */
export async function findBookingIdsToRemind(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id
    from trip t
    join schedule s on s.id = t.schedule_id
    join booking b on b.trip_id = t.id and b.status = 'confirmed'
    join schedule_stop a on a.schedule_id = s.id and a.position = b.leg_from
    cross join lateral (
      select t.departs_at + make_interval(secs => a.departs_after_seconds, mins => t.delay_minutes) as leaves
    ) it
    cross join lateral (
      select least(it.leaves - make_interval(hours => ${leastHours}),
        ((it.leaves at time zone s.zone)::date - make_interval(hours => ${24 - eveningHour})) at time zone s.zone) as due_at
    ) at
    -- A bus leaves every stop within three days, and a departure after tomorrow is not due.
    where t.departs_at between now() - interval '3 days' and now() + interval '2 days'
      and t.status in ('scheduled', 'boarding', 'departed') and t.withdrawn_at is null
      and now() between at.due_at and at.due_at + make_interval(hours => ${lastsHours})
      and b.confirmed_at < at.due_at
      and not exists (select from trip_reminder r where r.booking_id = b.id and r.trip_id = t.id)
    order by it.leaves, b.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Marks a booking as reminded of its trip; returns false if that was done before, or if the booking is no longer
 * confirmed.
 */
export async function markBookingReminded(tx: Db, booking_id: string): Promise<boolean> {
  const { rowCount } = await sql`
    insert into trip_reminder (booking_id, trip_id)
    select id, trip_id from booking where id = ${booking_id}::uuid and status = 'confirmed'
    on conflict do nothing`.execute(tx)
  return rowCount === 1
}

/** Deletes the records of reminders a month after they were sent. */
export async function deleteOldReminders(db: Db): Promise<void> {
  await deleteInSteps(db, 'trip_reminder', sql`sent_at < now() - interval '30 days'`)
}
