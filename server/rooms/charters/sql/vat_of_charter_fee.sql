-- The VAT in an instalment that is on the platform's fee.
create or replace function vat_of_charter_fee(p_instalment uuid) returns bigint language sql stable as $$
  select round(vat_kobo::numeric * fee_kobo / nullif(amount_kobo - vat_kobo, 0))::bigint
  from charter_instalment where id = p_instalment
$$;
