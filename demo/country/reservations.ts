import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Makes a reservation end 18 hours ago without being paid. */
export async function expireReservation(db: Db, reference: string): Promise<void> {
  await sql`
    with ended as (
      update booking set hold_expires_at = now() - interval '18 hours', status = 'expired' where reference = ${reference}
      returning id, hold_expires_at),
    freed as (delete from seat_claim using ended where booking_id = ended.id)
    update reservation set made_at = ended.hold_expires_at - interval '6 hours', pay_until = ended.hold_expires_at,
      closed_at = ended.hold_expires_at
    from ended where booking_id = ended.id`.execute(db)
}
