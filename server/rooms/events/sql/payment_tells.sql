create or replace function payment_tells() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'payment', new.reference);
  return null;
end $$;
