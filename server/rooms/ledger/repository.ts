import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { FaultFinder, LedgerFault } from '#server/platform/payable'

/** Returns the faults that these checks find. A statement that takes longer than nine minutes is cancelled. */
export async function findAllFaults(
  db: Db,
  checks: readonly FaultFinder[],
): Promise<LedgerFault[]> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '9min'`.execute(tx)
    const faults: LedgerFault[] = []
    for (const check of checks) faults.push(...(await check(tx)))
    return faults
  })
}

/** Returns violated invariants of accounts and transfers, such as sums that must be zero; at most 100. */
export async function findLedgerFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with credited as (
      select credit_account as id, sum(amount_kobo) as kobo from transfer group by credit_account
    ), debited as (
      select debit_account as id, sum(amount_kobo) as kobo from transfer group by debit_account
    ), posted as (
      select a.id, a.kind, a.owner, a.lazy, a.credits_kobo, a.debits_kobo, a.held_kobo, a.debt_kobo, a.entries,
        coalesce(credited.kobo, 0) as credits, coalesce(debited.kobo, 0) as debits
      from account a left join credited using (id) left join debited using (id)
    )
    select 'strict account differs from its transfers' as fault, kind || ' ' || owner as detail
    from posted where not lazy and (credits_kobo <> credits or debits_kobo <> debits)
    union all
    select 'debits and credits differ', (sum(credits) - sum(debits))::text
    from posted having sum(credits) <> sum(debits)
    union all
    select 'strict account is below zero', kind || ' ' || owner
    from posted where not lazy and credits - debits - held_kobo + debt_kobo < 0
    union all
    select 'statement differs from its account', kind || ' ' || owner
    from posted left join wallet_entry e on e.account_id = posted.id and e.number = posted.entries
    where not lazy and coalesce(e.balance_kobo, 0) <> credits - debits
    union all
    select 'money set aside differs from its holds', kind || ' ' || owner
    from posted left join (select account_id, sum(amount_kobo) as kobo from wallet_hold group by account_id) holds
      on holds.account_id = posted.id
    where held_kobo <> coalesce(holds.kobo, 0)
    union all
    select 'one charge is posted twice', journal
    from transfer where code in ('charge', 'top_up', 'payment') group by journal having count(*) > 1
    union all
    select 'prepaid money is left over', coalesce((select reference from payable
      where id = case when owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then owner::uuid end), owner)
    from posted where kind = 'customer_prepaid' and credits <> debits
    union all
    select 'the insurance is overdrawn, or may be', (credits - debits)::text
    from posted where kind = 'insurance_payable' and (lazy or credits < debits)
    limit 100`.execute(db)
  return rows
}
