-- A trigger for a way of a return trip that waits for money no more: what a wallet had set aside for both is free.
create or replace function free_return_trip_hold() returns trigger language plpgsql as $$
begin
  perform free_wallet_holds(array[new.return_trip_id]);
  return null;
end $$;
