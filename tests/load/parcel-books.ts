import { sql } from 'kysely'

/** One thing that must never be of parcels and their money, as a query that finds it. */
export const parcelQueries = {
  'parcel paid, and not by one payment’s worth': sql`
    select p.tracking_id as which from parcel p,
      lateral (select count(*) filter (where y.provider <> 'wallet') as companies,
        coalesce(sum(y.paid_kobo - coalesce((select sum(r.amount_kobo) from refund r
          where r.payment_id = y.id and r.reason = 'paid_over'), 0)), 0) as kobo
        from payment y where y.parcel_id = p.id and y.outcome = 'confirmed') bought
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
    from payment y join sandbox.charge c on c.reference = y.reference join parcel p on p.id = y.parcel_id,
      lateral (select coalesce(sum(amount_kobo), 0) as kobo from sandbox.refund r
        where r.charge_id = c.id and r.status <> 'failed') back,
      lateral (select coalesce(sum(amount_kobo), 0) as kobo from refund r
        where r.payment_id = y.id and r.destination = 'wallet') kept
    where y.status = 'succeeded' and (y.paid_kobo <> c.paid_kobo or y.outcome = 'none'
      or back.kobo + kept.kobo <> y.refunded_kobo or y.refund_pending_kobo <> 0
      or y.outcome like 'refunded%' and back.kobo <> c.paid_kobo
      or y.outcome = 'confirmed' and (p.waybill is null or back.kobo < c.paid_kobo - p.total_kobo))`,
  'parcel called off and its money kept, or given back and not called off': sql`
    select p.tracking_id as which from parcel p,
      lateral (select coalesce(sum(amount_kobo), 0) as kobo from refund
        where parcel_id = p.id and reason = 'cancelled') back,
      lateral (select sum(amount_kobo) + round(sum(amount_kobo) * 0.075) as kobo
        from jsonb_to_recordset(p.price -> 'lines') line (code text, amount_kobo bigint) where code = 'service_fee') fee
    where back.kobo <> case
      when p.state <> 'cancelled' or p.paid_kobo = 0 then 0
      when p.came_from = 'on_hold' or exists (select from parcel_event e where e.parcel_id = p.id and e.kind = 'received')
        then p.paid_kobo - fee.kobo
      else p.paid_kobo end`,
  'claim paid twice, above its cover, to another wallet, or not as it was accepted': sql`
    select p.tracking_id as which from parcel p join transfer t on t.parcel_id = p.id and t.code = 'claim'
      join account a on a.id = t.credit_account
    group by p.id having count(*) > 1 or sum(t.amount_kobo) > p.cover_kobo or bool_or(a.owner <> p.user_id::text)
    union all select coalesce(c.parcel_id, t.parcel_id)::text
    from (select * from parcel_claim where state = 'accepted') c
    full join (select * from transfer where code = 'claim') t on t.ref = 'claim:' || c.id
    where (t.parcel_id, t.amount_kobo) is distinct from (c.parcel_id, c.paid_kobo)`,
  'unpaid parcels of one person above ten': sql`
    select user_id::text as which from parcel where state = 'pending_payment' and pay_until > clock_timestamp()
    group by user_id having count(*) > 10`,
  'money set aside for a parcel that is over': sql`
    select p.tracking_id as which from wallet_hold h join parcel p on p.id = h.parcel_id
    where p.state <> 'pending_payment'`,
  'news of a paid parcel not promised exactly once': sql`
    select p.tracking_id as which from parcel p left join pgboss.job j on j.name = 'parcel.tell'
      and j.data ->> 'parcel_id' = p.id::text and j.data ->> 'kind' = 'paid'
    group by p.id having count(j.id) <> (p.paid_kobo > 0)::int`,
}
