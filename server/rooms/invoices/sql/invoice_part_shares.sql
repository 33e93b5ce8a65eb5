-- Divides a part: VAT to the tax office, our fee to us, the rest to its operator. For our own invoices, all but the VAT
-- goes to us.
create or replace function invoice_part_shares(p_part uuid) returns table (kind text, owner text, amount_kobo bigint)
language plpgsql stable as $$
begin
  return query
    select s.kind, s.owner, sum(s.kobo)::bigint from invoice_part p join invoice i on i.id = p.invoice_id,
      lateral (values
        (case when i.operator_id is null then 'platform_fee' else 'operator_payable' end, coalesce(i.operator_id::text, ''),
          p.amount_kobo - p.vat_kobo - p.fee_kobo - p.fee_vat_kobo),
        ('platform_fee', '', p.fee_kobo),
        ('vat_payable', '', p.vat_kobo + p.fee_vat_kobo)) s (kind, owner, kobo)
    where p.id = p_part group by 1, 2 having sum(s.kobo) > 0 order by 1, 2;
end $$;
