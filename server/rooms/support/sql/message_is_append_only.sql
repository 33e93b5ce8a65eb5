-- Trigger: refuses to change messages, and to delete them before the erasure of their person is due.
create or replace function message_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from conversation c join person p on p.id = c.person_id
    where c.id = old.conversation_id and p.erase_at <= now()
  ) then return old; end if;
  raise exception 'messages are append-only' using errcode = 'insufficient_privilege';
end $$;
