import { sql } from '#server/db/sql'
import { returnedByCompanySql } from './returned-by-company.ts'

/** Invariants of charters and their money, each as a query that finds violations. */
export const charterQueries = {
  'vehicle let twice on a day': sql`
    select a.reference || ' ' || b.reference as which
    from charter a join charter_state sa on sa.state = a.state and sa.is_live
    join charter b on b.vehicle_id = a.vehicle_id and b.id > a.id and b.from_day <= a.until_day and a.from_day <= b.until_day
    join charter_state sb on sb.state = b.state and sb.is_live
    union all select vehicle_id || ' ' || day from charter_day group by vehicle_id, day having count(*) > 1`,
  'charter without its days, or with days when it is over': sql`
    select h.reference as which from charter h join charter_state s using (state)
    where (select count(*) from charter_day d where d.charter_id = h.id and d.vehicle_id = h.vehicle_id
        and d.day between h.from_day and h.until_day) <> case when s.is_live then h.until_day - h.from_day + 1 else 0 end`,
  'instalment paid, and not by one payment’s worth': sql`
    select i.id::text as which from charter_instalment i,
      lateral (select count(*) filter (where y.provider <> 'wallet') as companies,
        coalesce(sum(y.paid_kobo - coalesce((select sum(r.amount_kobo) from refund r
          where r.payment_id = y.id and r.reason = 'paid_over'), 0)), 0) as kobo
        from payment y where y.payable_id = i.id and y.outcome = 'confirmed') bought
    where i.paid_kobo <> bought.kobo or bought.companies > 1`,
  'instalments that are not the price of their charter, or its state': sql`
    select h.reference as which from charter h left join (
      select charter_id, sum(amount_kobo) as kobo, sum(fee_kobo) as fee, sum(vat_kobo) as vat,
        count(*) filter (where state = 'paid') as paid, count(*) filter (where state = 'open') as open, count(*) as many
      from charter_instalment group by charter_id) i on i.charter_id = h.id
    where (i.kobo, i.fee, i.vat) is distinct from (h.total_kobo::numeric, h.fee_kobo::numeric, h.vat_kobo::numeric)
      or case when h.state in ('paid', 'under_way', 'completed') then i.paid <> i.many
        when h.state = 'booked' then i.paid <> 1 or i.open <> 1
        when h.state in ('awaiting_payment', 'expired') then i.paid > 0
        when h.state = 'lapsed' then i.paid <> 1 or i.open > 0 else i.open > 0 end`,
  'money lost: charged for a charter, neither vehicle nor refund': sql`
    select y.reference as which
    from payment y join sandbox.charge c on c.id::text = y.provider_id join charter_instalment i on i.id = y.payable_id,
      ${returnedByCompanySql},
      lateral (select coalesce(sum(amount_kobo), 0) as kobo from refund r
        where r.payment_id = y.id and r.destination = 'wallet') kept
    where y.status = 'succeeded' and (y.paid_kobo <> c.paid_kobo or y.outcome = 'none'
      or back.kobo + kept.kobo <> y.refunded_kobo + y.outside_kobo + y.wallet_back_kobo
      or y.refund_pending_kobo <> 0 and y.disputed_kobo = 0
      or y.outcome like 'refunded%' and back.kobo <> c.paid_kobo and y.disputed_kobo = 0
      or y.outcome = 'confirmed' and (i.paid_kobo = 0 or back.kobo < c.paid_kobo - i.amount_kobo))`,
  'charter that its operator failed, and not all of it went back, or more went back than was paid': sql`
    select h.reference as which from charter h,
      lateral (select coalesce(sum(paid_kobo), 0) as kobo from charter_instalment where charter_id = h.id) paid,
      lateral (select coalesce(sum(r.amount_kobo), 0) as kobo from refund r join charter_instalment i on i.id = r.payable_id
        where i.charter_id = h.id and r.reason in ('cancelled', 'operator_cancelled')) back
    where case h.state when 'operator_cancelled' then back.kobo <> paid.kobo
      when 'cancelled' then back.kobo > paid.kobo when 'lapsed' then back.kobo > paid.kobo else back.kobo > 0 end`,
  'money set aside for an instalment that does not wait for it': sql`
    select h.payable_id::text as which from wallet_hold h join charter_instalment i on i.id = h.payable_id where i.state <> 'open'`,
  'vehicles kept unpaid by one person above two': sql`
    select person_id::text as which from charter where state = 'awaiting_payment' and pay_until > clock_timestamp()
    group by person_id having count(*) > 2`,
  'open requests for charters of one person above five': sql`
    select person_id::text as which from charter_request where state = 'open' and open_until > clock_timestamp()
    group by person_id having count(*) > 5`,
  'two offers of one request accepted, or two charters of one offer': sql`
    select request_id::text as which from charter_offer where state = 'accepted' group by request_id having count(*) > 1
    union all select offer_id::text from charter where offer_id is not null group by offer_id having count(*) > 1`,
  'charter that began or ended without its code': sql`
    select reference as which from charter where state in ('under_way', 'completed') and started_at is null
      or state = 'completed' and ended_at is null or code_tries > 5`,
  'shares of a charter are not what was paid for it, less what went back': sql`
    select h.reference as which from charter h,
      lateral (select coalesce(sum(paid_kobo), 0) as kobo from charter_instalment where charter_id = h.id) paid,
      lateral (select coalesce(sum(r.amount_kobo), 0) as kobo from refund r join charter_instalment i on i.id = r.payable_id
        where i.charter_id = h.id and r.reason in ('cancelled', 'operator_cancelled')) back,
      lateral (select coalesce(sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end), 0) as kobo
        from charter_instalment i join transfer t on t.payable_id = i.id join account a on a.id in (t.credit_account, t.debit_account)
        where i.charter_id = h.id and a.kind in ('operator_payable', 'platform_fee', 'vat_payable')) kept
    where kept.kobo <> paid.kobo - back.kobo`,
  'money lost: taken from a wallet for a charter, neither vehicle nor refund': sql`
    select y.reference as which from payment y join charter_instalment i on i.id = y.payable_id
    where y.status = 'succeeded' and y.provider = 'wallet' and (y.outcome = 'none' or y.outcome = 'confirmed' and i.state <> 'paid'
      or y.outcome like 'refunded%' and y.refunded_kobo <> y.paid_kobo)`,
  'offer accepted and no charter came of it': sql`
    select f.id::text as which from charter_offer f left join charter h on h.offer_id = f.id
    where f.state = 'accepted' and h.id is null`,
}

/** Counts what a run did with charters, for its report. */
export const charterCounts = sql`
  (select count(*) from sandbox.charge c join payment p on p.reference = c.reference
    join payable y on y.id = p.payable_id where c.status = 'success' and y.kind = 'charter')::int as charges_for_charters,
  (select count(*) from charter)::int as charters,
  (select count(distinct charter_id) from charter_instalment where paid_kobo > 0)::int as charters_paid,
  (select count(*) from charter where offer_id is not null)::int as charters_by_offer,
  (select count(*) from charter_instalment where paid_kobo > 0 and kind = 'deposit')::int as deposits_paid,
  (select count(*) from charter_instalment where paid_kobo > 0 and kind = 'balance')::int as balances_paid,
  (select count(*) from charter where state = 'completed')::int as charters_driven,
  (select count(*) from charter where state = 'cancelled' and exists (select from charter_instalment i where i.charter_id = charter.id and i.paid_kobo > 0))::int as charters_called_off,
  (select count(*) from charter where state = 'operator_cancelled' and exists (select from charter_instalment i where i.charter_id = charter.id and i.paid_kobo > 0))::int as charters_failed,
  (select count(*) from charter where state = 'lapsed')::int as charters_lapsed,
  (select count(*) from charter where state = 'expired')::int as charters_expired,
  (select count(*) from payment p join payable y on y.id = p.payable_id
    where y.kind = 'charter' and p.outcome like 'refunded%')::int as charter_money_returned,
  (select count(*) from refund r join payable y on y.id = r.payable_id where y.kind = 'charter')::int as charter_refunds`
