-- Trigger: notifies the customer of a charter request of its new state.
create or replace function notify_charter_request_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'offer', new.reference);
  return null;
end $$;
