create or replace function booking_tells() returns trigger language plpgsql as $$
begin
  perform publish_event(new.user_id, 'booking', new.reference);
  return null;
end $$;
