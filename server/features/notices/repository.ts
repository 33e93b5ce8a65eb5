import { sql } from 'kysely'
import type { Booking } from '#contract/bookings'
import type { Db } from '#server/db/client'

/** Whom to tell about a booking, as far as she has told us. */
export interface Contact {
  reference: string
  phone: string | null
  email: string | null
}

/** A refund with what its letter says. Kobo. */
export interface RefundNotice extends Contact {
  amount_kobo: number
  paid_kobo: number
  total_kobo: number
  reason: Booking['refunds'][number]['reason']
  destination: 'wallet' | 'source'
}

/** A refund and whom to tell of it. */
export async function findRefundNotice(
  db: Db,
  refund_id: string,
): Promise<RefundNotice | undefined> {
  const { rows } = await sql<RefundNotice>`
    select b.reference, b.contact_phone as phone, b.contact_email as email, r.amount_kobo, p.paid_kobo, b.total_kobo,
      r.reason, r.destination
    from refund r join payment p on p.id = r.payment_id join booking b on b.id = r.booking_id
    where r.id = ${refund_id}`.execute(db)
  return rows[0]
}

/** Whom to tell about a booking. */
export async function findContact(db: Db, booking_id: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select reference, contact_phone as phone, contact_email as email from booking where id = ${booking_id}`.execute(
    db,
  )
  return rows[0]
}
