-- Trigger: limits the invoices of an operator (contract/invoices/rules.ts): ₦10,000,000 for each; ₦50,000,000 and 200
-- invoices in 24 hours.
create or replace function limit_operator_invoices() returns trigger language plpgsql as $$
declare
  asked record;
begin
  perform pg_advisory_xact_lock(hashtextextended('invoices of ' || new.operator_id, 0));
  select count(*) as many, coalesce(sum(net_kobo + vat_kobo), 0) as kobo into asked from invoice
    where operator_id = new.operator_id and num_nonnulls(key_id, member_id) > 0 and issued_at > now() - interval '24 hours';
  if new.net_kobo + new.vat_kobo > 1000000000 or asked.kobo + new.net_kobo + new.vat_kobo > 5000000000 or asked.many >= 200 then
    raise exception 'operators ask for no more a day' using errcode = 'check_violation', constraint = 'operator_invoices_a_day';
  end if;
  return new;
end $$;
