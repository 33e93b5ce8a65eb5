-- Returns how many kobo of our refunds of a company's payment and its shares into a wallet were given back twice, or
-- would be if the company gave back p_more_kobo more: what exceeds the payment in all.
create or replace function doubled_refund(p_payment uuid, p_more_kobo bigint) returns bigint language sql stable as $$
  select least(in_wallet, greatest(0, given_back(p_payment) + p_more_kobo + in_wallet - paid_kobo))
  from payment, lateral (
    select coalesce(sum(r.amount_kobo), 0)::bigint as in_wallet from payment share join refund r on r.payment_id = share.id
    where (share.id = p_payment or share.part_of = p_payment) and r.destination = 'wallet') refunded
  where payment.id = p_payment
$$;
