create table message (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  -- The order within a conversation: whoever writes holds the conversation's row.
  number bigint generated always as identity,
  sender text not null check (sender in ('person', 'business', 'automatic')),
  body text not null check (length(body) between 1 and 2000),
  -- The phone's own id of a message.
  client_ref uuid,
  sent_at timestamptz not null default clock_timestamp(),
  unique (conversation_id, number),
  constraint message_once unique (conversation_id, client_ref),
  check (client_ref is null or sender = 'person')
);
comment on table message is 'support: what was said in conversations, append-only';

-- Words that were said stay as they were said, until the person who said them is erased.
create function message_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from conversation c join person p on p.id = c.person_id
    where c.id = old.conversation_id and p.erase_at <= now()
  ) then return old; end if;
  raise exception 'messages are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger message_append_only before update or delete on message
  for each row execute function message_is_append_only();
create trigger message_no_truncate before truncate on message
  for each statement execute function message_is_append_only();
