-- Records a payment whose money an operator received directly, and fulfils its payable. The payment counts as
-- succeeded; its money is in the account operator_cash and is set off against what we owe the operator. The caller
-- opens the payable in the same transaction. Returns what has become of it.
create or replace function pay_at_counter(p_id uuid, p_kind text, p_payable uuid, p_operator uuid, p_goods jsonb)
returns payment_effect language plpgsql as $$
declare
  kind_of payable_kind%rowtype;
  wanted payable_wanted;
begin
  select * into strict kind_of from payable_kind where kind = p_kind;
  perform open_payable(p_kind, p_payable);
  wanted := lock_payable(p_payable);
  insert into payment (id, reference, payable_id, provider, amount_kobo, status, paid_kobo, expires_at, settled_at,
      next_check_at)
    values (p_id, p_id::text, p_payable, 'counter', wanted.total_kobo, 'succeeded', wanted.total_kobo, now(), now(),
      'infinity');
  perform post_transfer('charge:' || p_id, 'charge:' || p_id, account_of('operator_cash', p_operator::text),
    account_of('customer_prepaid', p_payable::text), wanted.total_kobo, 'charge', p_payable);
  return buy_or_refund_payable(kind_of, p_payable, wanted.total_kobo, array[p_id], wanted.refusal, p_goods);
end $$;
