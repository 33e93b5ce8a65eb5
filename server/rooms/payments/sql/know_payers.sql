-- Adds payment companies of this version of the server.
create or replace function know_payers(p_codes text[]) returns void
language sql as $$
  insert into payer (code) select unnest(p_codes) on conflict do nothing
$$;
