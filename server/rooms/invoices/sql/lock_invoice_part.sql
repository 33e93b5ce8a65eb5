-- Locks the row of the invoice part for which money has arrived. Returns its sum and, if it can no longer be paid, the
-- reason: paid_twice | paid_late.
create or replace function lock_invoice_part(p_part uuid) returns payable_wanted language plpgsql as $$
declare wanted payable_wanted;
begin
  select amount_kobo, case when state = 'paid' then 'paid_twice' when state <> 'open' then 'paid_late' end
    into wanted from invoice_part where id = p_part for update;
  return wanted;
end $$;
