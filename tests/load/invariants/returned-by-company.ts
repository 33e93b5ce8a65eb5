import { sql } from '#server/db/sql'

/**
 * A lateral subquery `back (kobo)`: what a company has given back of its charge `c` by refunds, lost disputes and a
 * reversal, but at most the charge. A refund caused by a lost dispute counts only once.
 */
export const returnedByCompanySql = sql`lateral (
  select least(c.paid_kobo, case when c.is_reversed then c.paid_kobo else
    (select coalesce(sum(f.amount_kobo), 0) from sandbox.refund f where f.charge_id = c.id and f.status <> 'failed')
    + (select coalesce(sum(d.amount_kobo), 0) from sandbox.dispute d where d.charge_id = c.id and d.status = 'lost'
      and not exists (select from sandbox.refund f where f.dispute_id = d.id and f.status <> 'failed')) end) as kobo) back`
