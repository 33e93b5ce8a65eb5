-- Adds who can pay to those that are known: a payment company that this version of the server brings.
create or replace function know_payers(p_codes text[]) returns void
language sql as $$
  insert into payer (code) select unnest(p_codes) on conflict do nothing
$$;
