-- Cancels a departure. The caller has checked that it has not left, even if `depart_trips` has already marked it as
-- departed. Returns whether the trip exists.
create or replace function cancel_trip(p_trip uuid) returns boolean language plpgsql as $$
begin
  update trip set status = 'cancelled', version = version + 1
  where id = p_trip;
  return found;
end $$;
