-- Notifies a person on a waitlist when seats are offered, taken or lost.
create or replace function queue_place_tells() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'offer', new.id::text);
  return null;
end $$;
