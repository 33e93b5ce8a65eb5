-- Trigger: notifies a desk, and the previous one, when a conversation is closed, opened, assigned or passed on.
create or replace function notify_conversation_change() returns trigger language plpgsql as $$
begin
  perform publish_event(desk_account(new.desk_id), 'desk_message', new.id::text);
  if old.desk_id is distinct from new.desk_id then
    perform publish_event(desk_account(old.desk_id), 'desk_message', new.id::text);
  end if;
  return null;
end $$;
