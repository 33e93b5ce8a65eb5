-- Returns how much of our refunds of a payment into a wallet the company has also given back, kobo: the amount by which
-- all refunds of the payment and its shares together exceed what was paid. p_more_kobo: is added to what the company
-- has given back.
create or replace function doubled_refund(p_payment uuid, p_more_kobo bigint) returns bigint language sql stable as $$
  select least(in_wallet, greatest(0, given_back(p_payment) + p_more_kobo + in_wallet - paid_kobo))
  from payment, lateral (
    select coalesce(sum(r.amount_kobo), 0)::bigint as in_wallet from payment share join refund r on r.payment_id = share.id
    where (share.id = p_payment or share.part_of = p_payment) and r.destination = 'wallet') refunded
  where payment.id = p_payment
$$;
