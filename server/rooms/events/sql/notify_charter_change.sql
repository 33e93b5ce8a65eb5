-- Trigger: notifies a charter's customer. Events about charters are of the kind offer.
create or replace function notify_charter_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'offer', new.reference);
  return null;
end $$;
