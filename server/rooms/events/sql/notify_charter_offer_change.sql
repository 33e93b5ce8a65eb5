-- Trigger: notifies the customer of each offer and of its outcome.
create or replace function notify_charter_offer_change() returns trigger language plpgsql as $$
begin
  perform publish_event(r.person_id, 'offer', r.reference) from charter_request r where r.id = new.request_id;
  return null;
end $$;
