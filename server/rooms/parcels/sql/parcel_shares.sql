-- Divides a parcel's price among its receivers, by the codes of the price lines: our fee to us, VAT to the tax office,
-- cover to the insurance account, the rest to the operator.
create or replace function parcel_shares(p_parcel uuid) returns table (kind text, owner text, amount_kobo bigint)
language plpgsql stable as $$
begin
  return query
    select k.kind, case k.kind when 'operator_payable' then p.operator_id::text else '' end, sum(line.amount_kobo)::bigint
    from parcel p, jsonb_to_recordset(p.price->'lines') line (code text, amount_kobo bigint),
      lateral (select case line.code when 'service_fee' then 'platform_fee' when 'vat' then 'vat_payable'
        when 'cover' then 'insurance_payable' else 'operator_payable' end) k (kind)
    where p.id = p_parcel
    group by 1, 2 order by 1, 2;
end $$;
