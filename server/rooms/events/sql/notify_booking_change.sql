create or replace function notify_booking_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.user_id, 'booking', new.reference);
  return null;
end $$;
