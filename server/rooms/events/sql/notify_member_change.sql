-- Trigger: notifies a person who joins or leaves a desk or gets another role.
create or replace function notify_member_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'membership', new.id::text);
  return null;
end $$;
