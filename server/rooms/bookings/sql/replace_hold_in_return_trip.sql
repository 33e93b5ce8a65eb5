-- In a return trip, replaces one of the old holds (p_old) by the new hold (p_new), if both have the same number of
-- seats; otherwise ends the return trip.
create or replace function replace_hold_in_return_trip(p_old uuid[], p_new uuid) returns void language plpgsql as $$
declare
  before booking;
begin
  select * into before from booking where id = any (p_old) and return_trip_id is not null limit 1;
  if not found then return; end if;
  update booking set return_trip_id = null, way = null where id = before.id;
  update booking set return_trip_id = before.return_trip_id, way = before.way
    where id = p_new and cardinality(seats) = cardinality(before.seats);
end $$;
