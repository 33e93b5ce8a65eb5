-- Begins a payment for a return trip. If p_minutes is given, the seats of both directions are held for p_minutes in
-- total. Returns the deadline.
create or replace function open_return_trip(p_return_trip uuid, p_minutes int) returns timestamptz language plpgsql as $$
declare
  one booking;
  until_ts timestamptz;
begin
  for one in select * from booking where return_trip_id = p_return_trip order by id for update loop
    if one.way = 'out' then
      perform make_payable(p_return_trip, 'return_trip', one.reference);
      update return_trip set payable_id = id where id = p_return_trip and payable_id is null;
    end if;
    continue when one.status not in ('held', 'awaiting_payment');
    update booking set status = 'awaiting_payment' where id = one.id and status = 'held';
    until_ts := least(until_ts,
      coalesce(case when p_minutes is not null then extend_hold(one.id, p_minutes) end, one.hold_expires_at));
  end loop;
  return until_ts;
end $$;
