-- Releases the wallet money that is held for a payment of which a payment company takes the rest.
create or replace function free_payment_hold(p_payment uuid) returns void language sql as $$
  delete from wallet_hold where payment_id = p_payment
$$;
