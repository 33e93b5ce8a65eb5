-- Cancels a departure that has not left. Returns false if it has.
create or replace function cancel_trip(p_trip uuid) returns boolean language plpgsql as $$
begin
  update trip set status = 'cancelled', version = version + 1
  where id = p_trip and status in ('scheduled', 'boarding', 'cancelled');
  return found;
end $$;
