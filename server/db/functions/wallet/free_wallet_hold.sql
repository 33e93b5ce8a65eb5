create or replace function free_wallet_hold() returns trigger language plpgsql as $$
begin
  delete from wallet_hold where booking_id = new.id or parcel_id = new.id;
  return null;
end $$;
