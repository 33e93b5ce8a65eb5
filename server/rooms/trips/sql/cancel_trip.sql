-- Cancels a departure. Its caller knows that it has not left, whatever the clock has marked.
create or replace function cancel_trip(p_trip uuid) returns boolean language plpgsql as $$
begin
  update trip set status = 'cancelled', version = version + 1
  where id = p_trip;
  return found;
end $$;
