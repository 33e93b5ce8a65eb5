-- Begins a payment of a part. Returns its deadline, in 31 minutes. p_minutes is ignored.
create or replace function open_invoice_part(p_part uuid, p_minutes int) returns timestamptz language plpgsql as $$
declare it invoice_part;
begin
  select * into it from invoice_part where id = p_part and kind = 'invoice' for update;
  if not found then return null; end if;
  perform make_payable(it.id, 'invoice', it.reference);
  update invoice_part set payable_id = id where id = it.id and payable_id is null;
  return clock_timestamp() + interval '31 minutes';
end $$;
