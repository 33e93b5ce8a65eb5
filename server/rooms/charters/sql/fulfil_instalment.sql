-- Fulfils an instalment after its money has arrived. Claims a released vehicle again if it is free and enough time is
-- left to pay the balance and for the vehicle to come. Returns confirmed | paid_twice | paid_late.
create or replace function fulfil_instalment(p_instalment uuid, p_goods jsonb) returns text language plpgsql as $$
declare
  part charter_instalment;
  it charter;
  rest charter_instalment;
begin
  select * into strict it from charter
    where id = (select charter_id from charter_instalment where id = p_instalment) for update;
  select * into strict part from charter_instalment where id = p_instalment for update;
  if part.state = 'paid' then return 'paid_twice'; end if;
  select * into rest from charter_instalment where charter_id = it.id and number = 2 and id <> part.id;
  if it.state = 'expired' then
    if part.number <> 1 or least(it.starts_at - interval '2 hours', rest.due_at) < clock_timestamp()
      or not take_vehicle_days(it.id)
    then
      return 'paid_late';
    end if;
    update charter_instalment set state = 'open' where charter_id = it.id and state = 'closed';
  elsif it.state not in ('awaiting_payment', 'booked') then
    return 'paid_late';
  end if;
  update charter_instalment set state = 'paid', paid_kobo = amount_kobo, paid_at = clock_timestamp() where id = part.id;
  -- Another person's attempt may hold wallet money for the same instalment.
  perform free_wallet_holds(array[part.id]);
  update charter set state = case when part.number = 1 and rest.id is not null then 'booked' else 'paid' end,
    pay_until = case when part.number = 1 then rest.due_at end, closed_at = null where id = it.id;
  return 'confirmed';
end $$;
