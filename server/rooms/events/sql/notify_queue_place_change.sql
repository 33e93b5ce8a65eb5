-- Trigger: notifies a person on a waitlist when seats are offered, taken or lost.
create or replace function notify_queue_place_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'offer', new.id::text);
  return null;
end $$;
