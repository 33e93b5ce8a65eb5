-- Adds payment companies that this version of the server knows.
create or replace function add_payment_companies(p_codes text[]) returns void
language sql as $$
  insert into payer (code) select unnest(p_codes) on conflict do nothing
$$;
