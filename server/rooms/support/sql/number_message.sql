-- Trigger: gives a message the next number in its conversation, whose row it locks. Records since when an answer is
-- awaited, and notifies both sides in the same transaction. An author counts as having read all messages up to the last
-- one on their screen, and later messages still await an answer. An automatic answer marks no message as read.
create or replace function number_message() returns trigger language plpgsql as $$
declare
  talk conversation;
  saw int;
  unseen timestamptz;
begin
  select * into strict talk from conversation where id = new.conversation_id for no key update;
  new.seq := talk.last_seq + 1;
  if new.sender <> 'person' then
    new.desk_id := talk.desk_id;
  end if;
  if new.sender = 'business' and talk.waits_since is not null then
    new.waited_seconds := greatest(0, extract(epoch from new.sent_at - talk.waits_since))::int;
  end if;
  if new.sender = 'business' then
    saw := least(coalesce(new.desk_saw, new.seq), new.seq);
    select min(m.sent_at) into unseen from message m
      where m.conversation_id = talk.id and m.seq > greatest(saw, talk.desk_read) and m.sender = 'person';
  end if;
  update conversation set last_seq = new.seq, last_at = new.sent_at,
    waits_since = case new.sender
      when 'person' then case when state = 'open' then coalesce(waits_since, new.sent_at) end
      when 'business' then case when state = 'open' then unseen end else waits_since end,
    desk_got = case new.sender when 'business' then greatest(desk_got, saw) else desk_got end,
    desk_read = case new.sender when 'business' then greatest(desk_read, saw) else desk_read end
    where id = talk.id;
  perform publish_event(talk.person_id, 'message', talk.id::text);
  perform publish_event(desk_account(talk.desk_id), 'desk_message', talk.id::text);
  return new;
end $$;
