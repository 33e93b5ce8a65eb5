create or replace function charter_request_tells() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'offer', new.reference);
  return null;
end $$;
