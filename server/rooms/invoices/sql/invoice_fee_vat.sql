-- Returns how much of the VAT in a part is on our fee.
create or replace function invoice_fee_vat(p_part uuid) returns bigint language sql stable as $$
  select case when i.operator_id is null then p.vat_kobo else p.fee_vat_kobo end
  from invoice_part p join invoice i on i.id = p.invoice_id where p.id = p_part
$$;
