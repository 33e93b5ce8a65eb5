-- Returns the part of an instalment's VAT that is charged on our fee, in kobo.
create or replace function vat_of_charter_fee(p_instalment uuid) returns bigint language sql stable as $$
  select round(vat_kobo::numeric * fee_kobo / nullif(amount_kobo - vat_kobo, 0))::bigint
  from charter_instalment where id = p_instalment
$$;
