-- Divides an instalment: our fee to us, VAT to the tax office, the rest to the operator.
create or replace function instalment_shares(p_instalment uuid) returns table (kind text, owner text, amount_kobo bigint)
language sql stable as $$
  select s.* from charter_instalment i join charter c on c.id = i.charter_id,
    lateral (values ('operator_payable', c.operator_id::text, i.amount_kobo - i.fee_kobo - i.vat_kobo),
      ('platform_fee', '', i.fee_kobo), ('vat_payable', '', i.vat_kobo)) s (kind, owner, amount_kobo)
  where i.id = p_instalment and s.amount_kobo > 0 order by 1
$$;
