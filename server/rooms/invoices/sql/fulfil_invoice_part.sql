-- Marks a part of an invoice as paid after its money has arrived. Returns confirmed | paid_twice | paid_late.
create or replace function fulfil_invoice_part(p_part uuid, p_goods jsonb) returns text language plpgsql as $$
declare it invoice_part;
begin
  select * into strict it from invoice_part where id = p_part for update;
  if it.state = 'paid' then return 'paid_twice'; end if;
  if it.state <> 'open' then return 'paid_late'; end if;
  update invoice_part set state = 'paid', paid_at = now() where id = p_part;
  return 'confirmed';
end $$;
