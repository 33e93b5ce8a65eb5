-- Divides a booking's fare by the codes of its lines: fees to us, VAT to the tax office, insurance to the insurance
-- account, the rest to the operator.
create or replace function booking_shares(p_booking uuid) returns table (kind text, owner text, amount_kobo bigint)
language plpgsql stable as $$
begin
  return query
    select k.kind, case k.kind when 'operator_payable' then s.operator_id::text else '' end, sum(line.amount_kobo)::bigint
    from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id,
      jsonb_to_recordset(b.fare->'lines') line (code text, amount_kobo bigint),
      lateral (select case line.code when 'booking_fee' then 'platform_fee' when 'change_fee' then 'platform_fee'
        when 'vat' then 'vat_payable' when 'insurance' then 'insurance_payable' else 'operator_payable' end) k (kind)
    where b.id = p_booking
    group by 1, 2 order by 1, 2;
end $$;
