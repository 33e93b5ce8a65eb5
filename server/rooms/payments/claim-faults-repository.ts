import { sql } from 'kysely'
import type { Db } from '#server/db/client'

/** What is wrong with claims that were granted or paid, by name; at most 100. */
export async function findClaimFaults(db: Db): Promise<{ fault: string; detail: string }[]> {
  const { rows } = await sql<{ fault: string; detail: string }>`
    select 'claims paid differ from claims accepted' as fault, coalesce(c.parcel_id, t.parcel_id)::text as detail
    from (select * from parcel_claim where state = 'accepted') c
    full join (select * from transfer where code = 'claim') t on t.ref = 'claim:' || c.id
    where (t.parcel_id, t.amount_kobo) is distinct from (c.parcel_id, c.paid_kobo)
    union all
    select 'an operator answered a claim that is ours to answer', id::text
    from parcel_claim where answered_by = 'operator' and (insured or asked_kobo > 1000000)
    union all
    select 'an operator granted more for claims in a day than it may', operator_id::text
    from (select p.operator_id, sum(c.granted_kobo) over (partition by p.operator_id
      order by c.decided_at range between interval '24 hours' preceding and current row) as kobo
      from parcel_claim c join parcel p on p.id = c.parcel_id where c.answered_by = 'operator') granted
    group by operator_id having max(kobo) > 20000000 limit 100`.execute(db)
  return rows
}
