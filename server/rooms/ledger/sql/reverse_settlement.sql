-- Takes p_amount_kobo for a refund from the accounts among which a payable's money was divided, in proportion to their
-- shares, exact to the kobo. Our fee and its VAT are not refunded, unless the operator cancelled or the other shares
-- are not enough. A premium that the insurance has already spent is paid from float.
create or replace function reverse_settlement(p_payable uuid, p_amount_kobo bigint, p_reason text, p_ref text) returns void
language plpgsql as $$
declare
  on_its_way constant uuid := account_of('refund_payable', '');
  fee_vat bigint;
  fee_vat_of constant text := (select k.fee_vat from payable join payable_kind k using (kind) where id = p_payable);
  taken bigint := 0;
  part record;
begin
  if fee_vat_of is not null then
    execute format('select %I($1)', fee_vat_of) into fee_vat using p_payable;
  end if;
  for part in
    with settled as (
      select a.id, a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as net
      from transfer t join account a on a.id in (t.credit_account, t.debit_account)
      where t.payable_id = p_payable
        and a.kind in ('operator_payable', 'platform_fee', 'vat_payable', 'insurance_payable')
      group by a.id
    ), payer as (
      select id, kind, net, net - case kind when 'platform_fee' then net when 'vat_payable' then least(net, coalesce(fee_vat, net))
        else 0 end as beside_fee
      from settled where net > 0
    ), weighed as (
      select id, kind, case when p_reason = 'operator_cancelled' or p_amount_kobo > sum(beside_fee) over () then net
        else beside_fee end as weight
      from payer
    ), share as (
      select id, kind, div(weight::numeric * p_amount_kobo, sum(weight) over ())::bigint as whole,
             sum(weight) over () as total, row_number() over (order by weight desc, id) as place
      from weighed where weight > 0
    )
    select id, kind, whole + (place <= p_amount_kobo - sum(whole) over ())::int::bigint as amount from share
    where total >= p_amount_kobo
  loop
    if part.kind = 'insurance_payable' then perform fill_insurance(part.amount, p_ref); end if;
    perform post_transfer(p_ref || ':' || part.id, p_ref, part.id, on_its_way, part.amount, 'refund', p_payable);
    taken := taken + part.amount;
  end loop;
  if taken <> p_amount_kobo then
    raise exception '% cannot give back % kobo', p_payable, p_amount_kobo;
  end if;
end $$;
