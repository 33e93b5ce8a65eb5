-- Trigger: limits what an operator refunds by cancelling invoices (contract/invoices/rules.ts): ₦1,000,000 in 24 hours.
create or replace function limit_operator_voids() returns trigger language plpgsql as $$
declare
  given bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('voids of ' || new.operator_id, 0));
  select coalesce(sum(p.amount_kobo), 0) into given from invoice_part p join invoice i on i.id = p.invoice_id
    where p.state in ('paid', 'refunded') and (i.id = new.id
      or i.operator_id = new.operator_id and i.voided_by = 'operator' and i.voided_at > now() - interval '24 hours');
  if given > 100000000 then
    raise exception 'operators give no more back a day' using errcode = 'check_violation', constraint = 'operator_voids_a_day';
  end if;
  return new;
end $$;
