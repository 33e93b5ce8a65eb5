import type { Payment } from '#contract/payments/model'
import type { PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { LedgerFault } from '#server/platform/payable'
import type { ProviderName, Settlement } from './provider.ts'
import { findRefundFaults } from './refund-faults-repository.ts'

/** The effect of one settlement. `refund_id`: a refund that has to be handed over. */
export interface Effect {
  result:
    | 'unknown_reference'
    | 'already'
    | 'initiated'
    | 'pending'
    | 'failed'
    | 'abandoned'
    | 'quarantined'
    | 'confirmed'
    | 'confirmed_other_seats'
    | 'refunded_late'
    | 'refunded_twice'
    | 'refunded_short'
    | 'credited'
    | 'balance_too_low'
  kind: string | null
  payable_id: string | null
  refund_id: string | null
  /** A refund that is in its wallet already. */
  wallet_refund_id: string | null
}

/** An attempt as the settlement about it is asked for. */
export interface KnownAttempt {
  provider: Payment['provider']
  status: string
  kind: string
  payable_id: string
}

/** Which provider knows an attempt, and what it would buy. A wallet's has succeeded. */
export async function findProviderOf(db: Db, reference: string): Promise<KnownAttempt | undefined> {
  const { rows } = await sql<KnownAttempt>`
    select p.provider, p.status, y.kind, p.payable_id
    from payment p join payable y on y.id = p.payable_id where p.reference = ${reference}`.execute(
    db,
  )
  return rows[0]
}

/** Applies the settlement in the caller's transaction; see apply_payment in db/functions. */
export async function applyPayment(db: Db, settlement: Settlement, goods: object): Promise<Effect> {
  const { rows } = await sql<Effect>`
    select * from apply_payment(${settlement.reference}, ${settlement.status}, ${settlement.amount_kobo}::bigint, ${settlement.currency},
      ${settlement.provider_id}, ${settlement.channel}, ${JSON.stringify(goods)}::jsonb)`.execute(
    db,
  )
  const [effect] = rows
  if (effect === undefined) throw new Error('apply_payment answered nothing')
  return effect
}

/** Keeps a provider's message as it came. False when the same bytes came before. */
export async function keepEvent(
  db: Db,
  event: {
    provider: ProviderName
    event_id: string
    reference: string | null
    kind: string
    raw: string
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_event (provider, event_id, payment_reference, kind, raw)
    values (${event.provider}, ${event.event_id}, ${event.reference}, ${event.kind}, ${event.raw})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** Notes that the messages about an attempt have been acted on. */
export async function closeEvents(db: Db, reference: string): Promise<void> {
  await sql`
    update webhook_event set processed_at = now()
    where payment_reference = ${reference} and processed_at is null`.execute(db)
}

/**
 * Takes up to `limit` attempts whose settlement is due and puts off their next turn: after 1, 2, 4 … 60
 * minutes, and after three days for good. Two processes never take the same.
 */
export async function takeDueAttempts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    update payment set reconciles = least(reconciles + 1, 1000),
      next_check_at = case when created_at < now() - interval '72 hours' then 'infinity'
        else now() + least(60, power(2, least(reconciles, 6))) * interval '1 minute' end
    where id in (
      select id from payment where status <> 'succeeded' and next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked)
    returning reference`.execute(db)
  return rows.map((row) => row.reference)
}

/**
 * Sums that must be zero and are not, and what the rooms of payables find, by name, at most 100 of each, read
 * in few walks over the ledger. It may take nine minutes, so that it ends before its job is given to another.
 */
export async function findLedgerFaults({
  db,
  payables,
}: Pick<PaymentDeps, 'db' | 'payables'>): Promise<LedgerFault[]> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '9min'`.execute(tx)
    const { rows } = await sql<LedgerFault>`
      with entry as (
        select credit_account as account, amount_kobo as credit, 0 as debit from transfer
        union all select debit_account, 0, amount_kobo from transfer
      ), posted as (
        select a.id, a.kind, a.owner, a.lazy, a.credits_kobo, a.debits_kobo, a.held_kobo, a.entries,
          coalesce(sum(credit), 0) as credits, coalesce(sum(debit), 0) as debits
        from account a left join entry on entry.account = a.id group by a.id
      ), asked as (
        select payment_id, sum(amount_kobo) as kobo from refund group by payment_id
      )
      select 'strict account differs from its transfers' as fault, kind || ' ' || owner as detail
      from posted where not lazy and (credits_kobo <> credits or debits_kobo <> debits)
      union all
      select 'debits and credits differ', (sum(credits) - sum(debits))::text
      from posted having sum(credits) <> sum(debits)
      union all
      select 'strict account is below zero', kind || ' ' || owner
      from posted where not lazy and credits - debits - held_kobo < 0
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
      select 'prepaid money is left over', coalesce((select reference from payable where id::text = owner), owner)
      from posted where kind = 'customer_prepaid' and credits <> debits
      union all
      select 'money taken without its entry in the ledger', p.reference
      from payment p left join transfer t on t.ref = 'charge:' || p.reference
      where p.status = 'succeeded' and t.amount_kobo is distinct from p.paid_kobo
      union all
      select 'money taken, neither used nor given back', p.reference
      from payment p
      where p.status = 'succeeded' and p.outcome = 'none'
         or p.outcome like 'refunded%' and p.refunded_kobo + p.refund_pending_kobo <> p.paid_kobo
      union all
      select 'the insurance is overdrawn, or may be', (credits - debits)::text from posted where kind = 'insurance_payable' and (lazy or credits < debits)
      union all
      select 'refunds of a payment do not add up', p.reference
      from payment p left join asked on asked.payment_id = p.id
      where p.refunded_kobo + p.refund_pending_kobo <> coalesce(asked.kobo, 0)
      union all
      select 'refunds on their way differ from the ledger', 'refund_payable'
      where (select coalesce(sum(credits - debits), 0) from posted where kind = 'refund_payable')
         <> (select coalesce(sum(refund_pending_kobo), 0) from payment) limit 100`.execute(tx)
    const faults = [...rows, ...(await findRefundFaults(tx))]
    for (const payable of payables) faults.push(...(await payable.findFaults(tx)))
    return faults
  })
}
