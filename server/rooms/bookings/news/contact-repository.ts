import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { selectAcceptsMessages } from '#server/rooms/notifications'

/**
 * Returns the phone number and email address of a booking's contact; null for one on which the person does not want
 * notifications.
 */
export async function findNewsContact(
  db: Db,
  booking_id: string,
): Promise<{ phone: string | null; email: string | null }> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    select case when ${selectAcceptsMessages('trip_news_sms')} then b.contact_phone end as phone,
      case when ${selectAcceptsMessages('trip_news_email')} then b.contact_email end as email
    from booking b left join person o on o.id = b.user_id where b.id = ${booking_id}::uuid`.execute(
    db,
  )
  return rows[0] ?? { phone: null, email: null }
}

/**
 * Returns the phone number and email address for an unpaid booking: its contact's, otherwise the verified ones of its
 * account.
 */
export async function findContactOfUnpaidBooking(
  db: Db,
  booking_id: string,
): Promise<{ phone: string | null; email: string | null }> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    select coalesce(b.contact_phone, case when o.phone_verified_at is not null then o.phone end) as phone,
      coalesce(b.contact_email, case when o.email_verified_at is not null then o.email end) as email
    from booking b left join person o on o.id = b.user_id where b.id = ${booking_id}::uuid`.execute(
    db,
  )
  return rows[0] ?? { phone: null, email: null }
}

/** Returns the ids of the paid bookings on a departure, for notifications. */
export async function findTravellingBookingIds(db: Db, trip_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where trip_id = ${trip_id}::uuid and status in ('confirmed', 'travelled', 'completed')
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Whether a departure has really left. A departure is marked as departed at its planned time, but its bus may still be
 * in the park.
 */
export async function hasTripLeft(db: Db, trip_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_away: boolean }>`
    select is_away(t) as is_away from trip t where t.id = ${trip_id}::uuid`.execute(db)
  return rows[0]?.is_away ?? true
}
