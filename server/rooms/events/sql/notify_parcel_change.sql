create or replace function notify_parcel_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.user_id, 'parcel', new.tracking_id);
  return null;
end $$;
