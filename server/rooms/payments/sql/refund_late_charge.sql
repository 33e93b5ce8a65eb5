-- Refunds money that belongs to no payable, whole and once. It is already in the ledger's account of refunds to make.
create or replace function refund_late_charge(pay payment, p_amount_kobo bigint) returns uuid language sql as $$
  update payment set refund_pending_kobo = p_amount_kobo where id = pay.id;
  insert into refund (id, payment_id, payable_id, amount_kobo, destination, reason, effect)
    values (gen_random_uuid(), pay.id, pay.payable_id, p_amount_kobo, 'source', 'paid_late', 'whole:' || pay.id)
    returning id
$$;
