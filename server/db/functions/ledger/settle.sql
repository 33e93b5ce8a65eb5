-- Shares out what a thing paid, by the codes of its price's lines.
create or replace function settle(p_thing uuid) returns void language plpgsql as $$
declare
  prepaid uuid := account_of('customer_prepaid', p_thing::text);
  journal text := 'settle:' || p_thing;
  part record;
begin
  for part in
    with line as (
      select s.operator_id::text as operator, one
      from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id,
        jsonb_array_elements(b.fare->'lines') one where b.id = p_thing
      union all
      select p.operator_id::text, one from parcel p, jsonb_array_elements(p.price->'lines') one where p.id = p_thing
    ), placed as (
      select operator, (one->>'amount_kobo')::bigint as amount,
        case when one->>'code' in ('booking_fee', 'change_fee', 'service_fee') then 'platform_fee'
          when one->>'code' = 'vat' then 'vat_payable'
          when one->>'code' in ('insurance', 'cover') then 'insurance_payable' else 'operator_payable' end as kind
      from line
    )
    select kind, case kind when 'operator_payable' then operator else '' end as owner, sum(amount)::bigint as amount
    from placed group by 1, 2 order by 1, 2
  loop
    perform post_transfer(journal || ':' || part.kind, journal, prepaid, account_of(part.kind, part.owner),
      part.amount, 'settle', p_thing);
  end loop;
end $$;
