-- Releases wallet money that is held for parts of invoices whose attempt has ended.
create or replace function free_invoice_holds() returns void language sql as $$
  select free_wallet_holds(array(select p.id from wallet_hold h join invoice_part p on p.id = h.payable_id
    join payment y on y.id = h.payment_id where y.expires_at < clock_timestamp()))
$$;
