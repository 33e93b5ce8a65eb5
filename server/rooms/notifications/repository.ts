import type { Booking } from '#contract/bookings/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A refund with what its letter says and whom it goes to. Kobo. */
export interface RefundNotice {
  thing: 'booking' | 'parcel' | 'charter' | 'invoice'
  /** The booking's reference, or the parcel's waybill, before it has one its tracking id, or the charter's. */
  reference: string
  phone: string | null
  email: string | null
  amount_kobo: number
  paid_kobo: number
  total_kobo: number
  /** The wallet's part. */
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
    select case when b.id is not null then 'booking' when c.id is not null then 'parcel' when h.id is not null then 'charter'
        else 'invoice' end as thing,
      coalesce(b.reference, c.waybill, c.tracking_id, h.reference, i.series || '-' || i.year || '-' || lpad(i.number::text, 6, '0')) as reference,
      coalesce(b.contact_phone, c.sender_phone, h.contact_phone, case when payer.phone_verified_at is not null then payer.phone end) as phone,
      coalesce(b.contact_email, case when o.email_verified_at is not null then o.email end,
        case when payer.email_verified_at is not null then payer.email end) as email,
      r.amount_kobo, p.paid_kobo, coalesce(b.total_kobo, c.total_kobo, due.amount_kobo, part.amount_kobo) as total_kobo,
      p.wallet_part_kobo, r.reason, r.destination
    from refund r join payment p on p.id = r.payment_id
    left join booking b on b.id = r.payable_id or b.way = 'out' and b.return_trip_id = r.payable_id
    left join parcel c on c.id = r.payable_id
    left join charter_instalment due on due.id = r.payable_id left join charter h on h.id = due.charter_id
    left join person o on o.id = coalesce(c.user_id, h.person_id)
    left join invoice_part part on part.id = r.payable_id left join invoice i on i.id = part.invoice_id
    -- Who paid an invoice may be another than who had to.
    left join person payer on payer.id = p.person_id and part.id is not null
    where r.id = ${refund_id} and num_nonnulls(b.id, c.id, due.id, part.id) = 1`.execute(db)
  return rows[0]
}

/** The verified email address of a booking's account, where its contact named none. */
export async function findAccountEmail(db: Db, booking_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select p.email from booking b join person p on p.id = b.user_id
    where b.id = ${booking_id} and b.contact_email is null and p.email_verified_at is not null`.execute(
    db,
  )
  return rows[0]?.email
}
