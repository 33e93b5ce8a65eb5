-- Returns what we have earned on a payable: our fee without VAT, less what was refunded of it.
create or replace function our_fee_kobo(p_payable uuid) returns bigint language sql stable as $$
  select coalesce(sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end), 0)::bigint
  from transfer t join account a on a.id in (t.credit_account, t.debit_account) and a.kind = 'platform_fee'
  where t.payable_id = p_payable
$$;
