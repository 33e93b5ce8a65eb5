import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Returns everything that is stored about payments, one JSON object each: our rows, those of the stand-in company, its
 * messages, and unfinished jobs. `names`: references of payments, or of what was paid for.
 */
export async function readPaymentRecords(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ records: string }>`
    with asked as (
      select p.* from payment p left join booking b on b.id = p.payable_id
      where p.reference = any (${names}::text[]) or b.reference = any (${names}::text[]))
    select jsonb_pretty(jsonb_build_object(
      'payment', to_jsonb(p),
      'shares', (select jsonb_agg(s) from payment s where s.part_of = p.id),
      'charge', (select to_jsonb(c) from sandbox.charge c where c.id::text = p.provider_id),
      'their_refunds', (select jsonb_agg(f) from sandbox.refund f where f.charge_id::text = p.provider_id),
      'their_disputes', (select jsonb_agg(d) from sandbox.dispute d where d.charge_id::text = p.provider_id),
      'booking', (select to_jsonb(b) from booking b where b.id = p.payable_id),
      'refunds', (select jsonb_agg(r) from refund r where r.payable_id = p.payable_id),
      'outside_refunds', (select jsonb_agg(o) from outside_refund o where o.payment_id = p.id),
      'disputes', (select jsonb_agg(to_jsonb(d) - 'evidence') from dispute d where d.payment_id = p.id),
      'transfers', (select jsonb_agg(t order by t.ref) from transfer t
        where t.journal like '%' || p.reference || '%' or t.ref like '%' || p.id || '%'
          or exists (select from refund r where r.payment_id = p.id and t.ref like '%' || r.id || '%')),
      'messages', (select jsonb_agg(w order by w.received_at) from webhook_event w where w.payment_reference = p.reference),
      'jobs', (select jsonb_agg(jsonb_build_object('name', j.name, 'state', j.state, 'data', j.data, 'output', j.output))
        from pgboss.job j where j.data::text like '%' || p.id || '%' or j.data::text like '%' || p.reference || '%')
    )) as records
    from asked p`.execute(db)
  return rows.map(({ records }) => records)
}
