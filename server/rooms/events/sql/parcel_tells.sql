create or replace function parcel_tells() returns trigger language plpgsql as $$
begin
  perform publish_event(new.user_id, 'parcel', new.tracking_id);
  return null;
end $$;
