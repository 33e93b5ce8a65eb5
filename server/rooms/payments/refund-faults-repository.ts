import { sql } from 'kysely'
import type { Db } from '#server/db/client'

/** Money that went back to whom, or in a sum, that it never may, by name, at most 100. */
export async function findRefundFaults(db: Db): Promise<{ fault: string; detail: string }[]> {
  const { rows } = await sql<{ fault: string; detail: string }>`
    select 'money came into the wallet of who did not pay it' as fault, t.ref as detail
    from transfer t join account a on a.id = t.credit_account and a.kind = 'wallet'
    left join refund r on t.ref = 'refund:' || r.id || ':wallet' left join payment p on p.id = r.payment_id
    where t.code = 'refund' and a.owner is distinct from p.person_id::text
    union all
    select 'a moved booking gave back more than cancelling would have', b.reference
    from booking_move m join booking b on b.id = m.booking_id
    where m.back_kobo <> (select coalesce(sum(amount_kobo), 0) from refund r where r.booking_id = b.id
        and r.reason = 'price_difference' and starts_with(r.effect, 'move:' || b.id || ':' || m.trip_id || '#'))
      or b.fee_percent_floor < m.fee_percent
      or m.cancel_kobo + cardinality(b.seats) < m.back_kobo + (select coalesce(sum(amount_kobo), 0) from refund r
        where r.booking_id = b.id and r.reason = 'cancelled' and r.requested_at > m.moved_at)
    limit 100`.execute(db)
  return rows
}
