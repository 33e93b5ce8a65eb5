import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Money that went back to whom it never may, by name, at most 100. */
export async function findRefundFaults(db: Db): Promise<{ fault: string; detail: string }[]> {
  const { rows } = await sql<{ fault: string; detail: string }>`
    select 'money came into the wallet of who did not pay it' as fault, t.ref as detail
    from transfer t join account a on a.id = t.credit_account and a.kind = 'wallet'
    left join refund r on t.ref = 'refund:' || r.id || ':wallet' left join payment p on p.id = r.payment_id
    where t.code = 'refund' and a.owner is distinct from p.person_id::text
    limit 100`.execute(db)
  return rows
}
