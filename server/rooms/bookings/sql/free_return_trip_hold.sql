-- Trigger: when a direction of a return trip is no longer to be paid, wallet money held for both is released.
create or replace function free_return_trip_hold() returns trigger language plpgsql as $$
begin
  perform free_wallet_holds(array[new.return_trip_id]);
  return null;
end $$;
