-- Who joins a desk, leaves it or gets another role there.
create or replace function member_tells() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'membership', new.id::text);
  return null;
end $$;
