import { sql } from '#server/db/sql'
import { returnedByCompanySql } from './returned-by-company.ts'
import { seededAtSql } from './seeded.ts'

/** Invariants of parcels and their money, each as a query that finds violations. */
export const parcelQueries = {
  'parcel paid, and not by one payment’s worth': sql`
    select p.tracking_id as which from parcel p,
      lateral (select count(*) filter (where y.provider <> 'wallet') as companies,
        coalesce(sum(y.paid_kobo - coalesce((select sum(r.amount_kobo) from refund r
          where r.payment_id = y.id and r.reason = 'paid_over'), 0)), 0) as kobo
        from payment y where y.payable_id = p.id and y.outcome = 'confirmed') bought
    where p.paid_kobo <> bought.kobo or bought.companies > 1
       or p.state not in ('pending_payment', 'cancelled') and p.paid_kobo <> p.total_kobo`,
  'parcel paid without waybill, PIN or its one event, or not paid with them': sql`
    select p.tracking_id as which from parcel p
    where p.paid_kobo > 0 and (p.waybill is null or p.pin_hash is null or p.pin_issue < 1)
       or p.paid_kobo = 0 and p.waybill is not null
       or (select count(*) from parcel_event e where e.parcel_id = p.id and e.kind = 'paid') <> (p.paid_kobo > 0)::int
    union all select waybill from parcel where waybill is not null group by waybill having count(*) > 1`,
  'money lost: charged for a parcel, neither waybill nor refund': sql`
    select y.reference as which
    from payment y join sandbox.charge c on c.id::text = y.provider_id join parcel p on p.id = y.payable_id,
      ${returnedByCompanySql},
      lateral (select coalesce(sum(amount_kobo), 0) as kobo from refund r
        where r.payment_id = y.id and r.destination = 'wallet') kept
    where y.status = 'succeeded' and (y.paid_kobo <> c.paid_kobo or y.outcome = 'none'
      or back.kobo + kept.kobo <> y.refunded_kobo + y.outside_kobo + y.wallet_back_kobo
      or y.refund_pending_kobo <> 0 and y.disputed_kobo = 0
      or y.outcome like 'refunded%' and back.kobo <> c.paid_kobo and y.disputed_kobo = 0
      or y.outcome = 'confirmed' and (p.waybill is null or back.kobo < c.paid_kobo - p.total_kobo))`,
  'parcel called off and its money kept, or given back and not called off': sql`
    select p.tracking_id as which from parcel p,
      lateral (select coalesce(sum(amount_kobo), 0) as kobo from refund
        where payable_id = p.id and reason = 'cancelled') back,
      lateral (select sum(amount_kobo) + round(sum(amount_kobo) * 0.075) as kobo
        from jsonb_to_recordset(p.price -> 'lines') line (code text, amount_kobo bigint) where code = 'service_fee') fee
    where back.kobo <> case
      when p.state <> 'cancelled' or p.paid_kobo = 0 then 0
      when p.came_from = 'on_hold' or exists (select from parcel_event e where e.parcel_id = p.id and e.kind = 'received')
        then p.paid_kobo - fee.kobo
      else p.paid_kobo end`,
  'claim paid twice, above its cover, to another wallet, or not as it was accepted': sql`
    select p.tracking_id as which from parcel p join transfer t on t.payable_id = p.id and t.code = 'claim'
      join account a on a.id = t.credit_account
    group by p.id having count(*) > 1 or sum(t.amount_kobo) > p.cover_kobo or bool_or(a.owner <> p.user_id::text)
    union all select coalesce(c.parcel_id, t.payable_id)::text
    from (select * from parcel_claim where state = 'accepted') c
    full join (select * from transfer where code = 'claim') t on t.ref = 'claim:' || c.id
    where (t.payable_id, t.amount_kobo) is distinct from (c.parcel_id, c.paid_kobo)`,
  'unpaid parcels of one person above ten': sql`
    select user_id::text as which from parcel where state = 'pending_payment' and pay_until > clock_timestamp()
    group by user_id having count(*) > 10`,
  'insurance below zero': sql`
    select a.id::text as which from account a where a.kind = 'insurance_payable' and 0 > (
      select coalesce(sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end), 0)
      from transfer t where a.id in (t.debit_account, t.credit_account))`,
  'claim out of the wrong account, or an insured or large one answered by an operator': sql`
    select c.id::text as which from parcel_claim c join parcel p on p.id = c.parcel_id
      left join transfer t on t.ref = 'claim:' || c.id left join account a on a.id = t.debit_account
    where c.answered_by = 'operator' and ('full_cover' = any (p.add_ons) or c.asked_kobo > 1000000)
       or a.kind <> case when 'full_cover' = any (p.add_ons) then 'insurance_payable' else 'operator_payable' end`,
  'claims granted by an operator in a day above ₦200,000': sql`
    select operator_id::text as which from (select p.operator_id, sum(c.granted_kobo) over (partition by p.operator_id
      order by c.decided_at range between interval '24 hours' preceding and current row) as kobo
      from parcel_claim c join parcel p on p.id = c.parcel_id where c.answered_by = 'operator') granted
    group by operator_id having max(kobo) > 20000000`,
  'parcel lost or damaged that nobody took in before': sql`
    select p.tracking_id as which from parcel p where p.state in ('lost', 'damaged') and not exists (
      select from parcel_event harm join parcel_event taken on taken.parcel_id = harm.parcel_id
      where harm.parcel_id = p.id and harm.kind = p.state and taken.kind = 'received'
        and taken.occurred_at <= harm.occurred_at)`,
  'scan from before its parcel was paid, from the future, or older than 30 days': sql`
    select p.tracking_id as which from parcel_event e join parcel p on p.id = e.parcel_id
    where e.key_id is not null and (e.occurred_at < p.paid_at or e.occurred_at > e.recorded_at + interval '5 minutes'
      or e.occurred_at < e.recorded_at - interval '30 days')`,
  'money set aside for a parcel that is over': sql`
    select p.tracking_id as which from wallet_hold h join parcel p on p.id = h.payable_id
    where p.state <> 'pending_payment'`,
  'news of a paid parcel not promised exactly once': sql`
    select p.tracking_id as which from parcel p left join pgboss.job j on j.name = 'parcel.tell'
      and j.data ->> 'parcel_id' = p.id::text and j.data ->> 'kind' = 'paid'
    where (p.paid_at > ${seededAtSql('demo parcels')}) is not false
    group by p.id having count(j.id) <> (p.paid_kobo > 0)::int`,
}
