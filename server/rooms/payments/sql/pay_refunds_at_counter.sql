-- Settles the open refunds of what was paid at a counter, or only those of one effect. The operator pays them out
-- directly. Returns the kobo. The caller holds the row lock of the payable.
create or replace function pay_refunds_at_counter(p_payable uuid, p_operator uuid, p_effect text default null)
returns bigint language plpgsql as $$
declare
  back record;
  paid_kobo bigint := 0;
begin
  for back in
    select r.id, r.payment_id, r.amount_kobo from refund r join payment p on p.id = r.payment_id
    where r.payable_id = p_payable and p.provider = 'counter' and r.state <> 'succeeded'
      and (p_effect is null or starts_with(r.effect, p_effect || '#')) order by r.id for update
  loop
    update refund set state = 'succeeded', settled_at = now() where id = back.id;
    update payment p set refund_pending_kobo = p.refund_pending_kobo - back.amount_kobo,
      refunded_kobo = p.refunded_kobo + back.amount_kobo where p.id = back.payment_id;
    perform post_transfer('refund:' || back.id || ':paid', 'refund:' || back.id, account_of('refund_payable', ''),
      account_of('operator_cash', p_operator::text), back.amount_kobo, 'refund', p_payable);
    paid_kobo := paid_kobo + back.amount_kobo;
  end loop;
  return paid_kobo;
end $$;
