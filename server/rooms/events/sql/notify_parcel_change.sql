-- Trigger: records a parcel's new state for its sender, if the sender has an account.
create or replace function notify_parcel_change() returns trigger language plpgsql as $$
begin
  if new.user_id is not null then
    perform publish_event(new.user_id, 'parcel', new.tracking_id);
  end if;
  return null;
end $$;
