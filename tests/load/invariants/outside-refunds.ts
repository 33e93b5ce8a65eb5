import { sql } from '#server/db/sql'
import { returnedByCompanySql } from './returned-by-company.ts'

/** Invariants of money that payment companies gave back without our order, as queries for violations. */
export const outsideRefundQueries = {
  'money given back by a company that we know nothing of': sql`
    select p.reference as which from payment p join sandbox.charge c on c.id::text = p.provider_id
    where p.status = 'succeeded' and p.part_of is null and (
      select coalesce(sum(amount_kobo), 0) from sandbox.refund f where f.charge_id = c.id and f.status <> 'failed'
        and not exists (select from dispute d where d.payment_id = p.id and d.provider_id = f.dispute_id::text and d.state <> 'won'))
      <> (select coalesce(sum(r.amount_kobo), 0) from refund r join payment share on share.id = r.payment_id
        where p.id in (share.id, share.part_of) and r.destination = 'source' and not r.by_hand
          and r.state in ('submitted', 'succeeded'))
      + (select coalesce(sum(o.amount_kobo), 0) from outside_refund o where o.payment_id = p.id
        and o.provider_id !~ '^(dispute|reversed):')`,
  'money that left by a refund, a lost dispute or a reversal, and is not in our books': sql`
    select p.reference as which from payment p join sandbox.charge c on c.id::text = p.provider_id
    cross join ${returnedByCompanySql}
    where p.status = 'succeeded' and p.part_of is null and back.kobo <> least(c.paid_kobo,
      (select coalesce(sum(r.amount_kobo), 0) from refund r join payment share on share.id = r.payment_id
        where p.id in (share.id, share.part_of) and r.destination = 'source' and not r.by_hand
          and r.state in ('submitted', 'succeeded'))
      + (select coalesce(sum(o.amount_kobo), 0) from outside_refund o where o.payment_id = p.id))`,
  'one transaction of a company that pays twice': sql`
    select min(reference) as which from payment where status = 'succeeded' and part_of is null and provider_id is not null
    group by provider, provider_id having count(*) > 1`,
  'a second charge that did not go back whole': sql`
    select p.reference as which from payment p
    where p.second_of is not null and (p.outcome <> 'refunded_twice' or p.refunded_kobo + p.refund_pending_kobo <> p.paid_kobo)`,
  'refunded again what was given back by hand': sql`
    select p.reference as which from payment p
    join payment share on p.id in (share.id, share.part_of) join refund r on r.payment_id = share.id
    where p.outside_kobo > 0 and not r.by_hand
      and r.requested_at > (select max(o.found_at) from outside_refund o where o.payment_id = p.id)`,
  'money given back by hand differs from the ledger': sql`
    select p.reference as which from payment p left join (
      select a.owner, sum(side.kobo) as kobo from account a
      join (select debit_account as account_id, amount_kobo as kobo from transfer
        union all select credit_account, -amount_kobo from transfer) side on side.account_id = a.id
      where a.kind = 'outside_refund' group by a.owner) posted on posted.owner = p.id::text
    where p.outside_kobo <> coalesce(posted.kobo, 0)`,
  'money of a top-up given back, and left in its wallet': sql`
    select p.reference as which from outside_refund o join payment p on p.id = o.payment_id
    where p.outcome = 'credited' and o.amount_kobo <> p.outside_kobo + (
      select coalesce(sum(case when a.kind = 'wallet' then t.amount_kobo else -t.amount_kobo end), 0)
      from transfer t join account a on a.id = t.debit_account
      where starts_with(t.ref, 'outside:' || o.id || ':') and t.code = 'top_up_back')`,
  'one refund by hand recorded twice': sql`
    select provider_id as which from outside_refund group by provider, provider_id having count(*) > 1`,
  'a debt that is more than what is owed': sql`
    select owner as which from account where debt_kobo > 0 and debt_kobo <> debits_kobo + held_kobo - credits_kobo`,
  'open disputes differ from what is held': sql`
    select p.reference as which from payment p
    left join wallet_hold h on h.payment_id = p.id
    where p.disputed_kobo <> least(
        (select coalesce(sum(amount_kobo), 0) from dispute d where d.payment_id = p.id and d.state = 'open'),
        greatest(0, p.paid_kobo - (select coalesce(sum(o.amount_kobo), 0) from outside_refund o where o.payment_id = p.id)
          - (select coalesce(sum(r.amount_kobo), 0) from refund r join payment share on share.id = r.payment_id
            where p.id in (share.id, share.part_of) and r.destination = 'source' and not r.by_hand
              and r.state in ('submitted', 'succeeded'))))
      or p.outcome = 'credited' and p.disputed_kobo <> coalesce(h.amount_kobo, 0)
        and exists (select from wallet_top_up u join person o on o.id = u.person_id
          where u.id = p.payable_id and o.erased_at is null)`,
  'refunded into a wallet, and given back or disputed too': sql`
    select p.reference as which from payment p
    join person payer on payer.id = p.person_id and payer.erased_at is null
    left join wallet_hold h on h.payment_id = p.id and h.payable_id is null
    left join (select coalesce(share.part_of, share.id) as id, sum(r.amount_kobo) filter (where r.destination = 'wallet') as wallet,
        sum(r.amount_kobo) filter (where r.destination = 'source' and not r.by_hand and r.state in ('submitted', 'succeeded')) as source
      from refund r join payment share on share.id = r.payment_id group by 1) ours on ours.id = p.id
    left join (select payment_id, sum(amount_kobo) as kobo from outside_refund group by 1) theirs on theirs.payment_id = p.id
    cross join lateral (select coalesce(ours.wallet, 0) as wallet,
      coalesce(ours.wallet, 0) + coalesce(ours.source, 0) + coalesce(theirs.kobo, 0) - p.paid_kobo as over) sums
    where p.status = 'succeeded' and p.part_of is null and p.provider <> 'wallet'
      and (p.wallet_back_kobo <> greatest(0, least(sums.wallet, sums.over))
        or p.wallet_back_kobo + coalesce(h.amount_kobo, 0) <> greatest(0, least(sums.wallet, sums.over + p.disputed_kobo)))`,
  'refunds taken back from wallets differ from the ledger': sql`
    select p.reference as which from payment p left join (
      select t.journal, sum(case when a.kind = 'wallet' then t.amount_kobo else -t.amount_kobo end) as kobo
      from transfer t join account a on a.id = t.debit_account
      where starts_with(t.journal, 'refund_back:') group by 1) posted on posted.journal = 'refund_back:' || p.id
    where p.wallet_back_kobo <> coalesce(posted.kobo, 0)`,
  'refunded while it was disputed': sql`
    select p.reference as which from payment p join dispute d on d.payment_id = p.id and d.state = 'open'
    join payment share on p.id in (share.id, share.part_of) join refund r on r.payment_id = share.id
    where p.disputed_kobo > 0 and not r.by_hand and r.requested_at > d.opened_at and r.state in ('submitted', 'succeeded')`,
  'lost dispute whose money was not taken back': sql`
    select d.provider_id as which from dispute d join payment p on p.id = d.payment_id
    where d.state = 'lost' and (select coalesce(sum(o.amount_kobo), 0) from outside_refund o where o.payment_id = p.id)
      + (select coalesce(sum(r.amount_kobo), 0) from refund r join payment share on share.id = r.payment_id
        where p.id in (share.id, share.part_of) and r.destination = 'source' and not r.by_hand)
      < least(d.amount_kobo, p.paid_kobo)`,
} as const
