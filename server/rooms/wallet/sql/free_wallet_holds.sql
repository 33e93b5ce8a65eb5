-- Releases wallet money that is held for these payables, even if a payment company's money may still come.
create or replace function free_wallet_holds(p_payables uuid[]) returns void language sql as $$
  delete from wallet_hold where payable_id = any (p_payables)
$$;
