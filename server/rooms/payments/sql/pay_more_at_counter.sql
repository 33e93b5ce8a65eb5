-- Records a further payment at a counter for a payable that was bought there and costs more now. The payment counts as
-- succeeded. All of it is the operator's, since our fee and VAT were divided with the first payment. The caller holds
-- the row lock of the payable.
create or replace function pay_more_at_counter(p_id uuid, p_payable uuid, p_operator uuid, p_amount_kobo bigint)
returns void language plpgsql as $$
declare
  prepaid constant uuid := account_of('customer_prepaid', p_payable::text);
begin
  insert into payment (id, reference, payable_id, provider, amount_kobo, status, outcome, paid_kobo, expires_at,
      settled_at, next_check_at)
    values (p_id, p_id::text, p_payable, 'counter', p_amount_kobo, 'succeeded', 'confirmed', p_amount_kobo, now(),
      now(), 'infinity');
  perform post_transfer('charge:' || p_id, 'charge:' || p_id, account_of('operator_cash', p_operator::text), prepaid,
    p_amount_kobo, 'charge', p_payable);
  perform post_transfer('settle:' || p_id, 'settle:' || p_id, prepaid,
    account_of('operator_payable', p_operator::text), p_amount_kobo, 'settle', p_payable);
end $$;
