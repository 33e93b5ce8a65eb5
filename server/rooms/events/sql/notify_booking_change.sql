-- Trigger: notifies a booking's account of a new status.
create or replace function notify_booking_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.user_id, 'booking', new.reference);
  return null;
end $$;
