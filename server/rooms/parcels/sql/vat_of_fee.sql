-- Returns how much of the VAT in a parcel's price is on our fee.
create or replace function vat_of_fee(p_parcel uuid) returns bigint language sql stable as $$
  select round(sum(amount_kobo) filter (where code = 'vat') * sum(amount_kobo) filter (where code = 'service_fee')
    / sum(amount_kobo) filter (where code not in ('vat', 'cover')))::bigint
  from parcel p, jsonb_to_recordset(p.price->'lines') line (code text, amount_kobo bigint)
  where p.id = p_parcel
$$;
