import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { LedgerFault } from '#server/platform/payable'

/**
 * Returns payments and refunds that differ from the ledger, each with the name of the violated invariant; at most 100
 * from each query.
 */
export async function findPaymentFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    (select 'money taken without its entry in the ledger' as fault, p.reference as detail
    from payment p left join transfer t on t.ref = 'charge:' || p.reference
    where p.status = 'succeeded' and t.amount_kobo is distinct from p.paid_kobo limit 100)
    union all
    (select 'money taken, neither used nor given back', p.reference
    from payment p
    where p.status = 'succeeded' and p.outcome = 'none'
       or p.outcome like 'refunded%' and p.refunded_kobo + p.refund_pending_kobo <> p.paid_kobo limit 100)
    union all
    (select 'refunds of a payment do not add up', p.reference
    from payment p
    left join (select payment_id, sum(amount_kobo) as kobo from refund group by payment_id) refunds
      on refunds.payment_id = p.id
    where p.refunded_kobo + p.refund_pending_kobo <> coalesce(refunds.kobo, 0) limit 100)
    union all
    (select 'refunds on their way differ from the ledger', 'refund_payable'
    from (
      select coalesce(sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end), 0) as kobo
      from account a join transfer t on a.id in (t.credit_account, t.debit_account)
      where a.kind = 'refund_payable'
    ) posted
    where posted.kobo <> (select coalesce(sum(refund_pending_kobo), 0) from payment) limit 100)
    union all
    (select 'money given back by hand differs from the ledger', p.reference
    from payment p left join (
      select a.owner, sum(side.kobo) as kobo from account a
      join (select debit_account as account_id, amount_kobo as kobo from transfer
        union all select credit_account, -amount_kobo from transfer) side on side.account_id = a.id
      where a.kind = 'outside_refund' group by a.owner) posted on posted.owner = p.id::text
    where p.outside_kobo <> coalesce(posted.kobo, 0) limit 100)
    union all
    (select 'open disputes differ from what is held', p.reference
    from payment p left join (select payment_id, sum(amount_kobo) as kobo from dispute where state = 'open' group by 1) open
      on open.payment_id = p.id
    where (p.disputed_kobo <> 0 or open.kobo is not null) and p.disputed_kobo <> least(coalesce(open.kobo, 0), greatest(0,
      p.paid_kobo - given_back(p.id))) limit 100)`.execute(db)
  return [...rows, ...(await findRefundsToOthers(db))]
}

/** Returns refunds into a wallet that is not the payer's; at most 100. */
async function findRefundsToOthers(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'money came into the wallet of who did not pay it' as fault, t.ref as detail
    from transfer t join account a on a.id = t.credit_account and a.kind = 'wallet'
    left join refund r on t.ref = 'refund:' || r.id || ':wallet' left join payment p on p.id = r.payment_id
    where t.code = 'refund' and a.owner is distinct from p.person_id::text
    limit 100`.execute(db)
  return rows
}
