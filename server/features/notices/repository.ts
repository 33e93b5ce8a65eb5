import { sql } from 'kysely'
import type { Booking } from '#contract/bookings'
import type { Db } from '#server/db/client'

/** A refund with what its letter says and whom it goes to. Kobo. */
export interface RefundNotice {
  reference: string
  phone: string | null
  email: string | null
  amount_kobo: number
  paid_kobo: number
  total_kobo: number
  /** What the wallet was to give of it. */
  wallet_part_kobo: number
  reason: Booking['refunds'][number]['reason']
  destination: 'wallet' | 'source'
}

/** A refund and whom to tell of it. */
export async function findRefundNotice(
  db: Db,
  refund_id: string,
): Promise<RefundNotice | undefined> {
  const { rows } = await sql<RefundNotice>`
    select b.reference, b.contact_phone as phone, b.contact_email as email, r.amount_kobo, p.paid_kobo, b.total_kobo, p.wallet_part_kobo,
      r.reason, r.destination
    from refund r join payment p on p.id = r.payment_id join booking b on b.id = r.booking_id
    where r.id = ${refund_id}`.execute(db)
  return rows[0]
}
