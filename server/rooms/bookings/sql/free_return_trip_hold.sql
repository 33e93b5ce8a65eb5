-- Trigger: releases wallet money held for both directions of a return trip when one of them no longer has to be paid.
create or replace function free_return_trip_hold() returns trigger language plpgsql as $$
begin
  perform free_wallet_holds(array[new.return_trip_id]);
  return null;
end $$;
