-- Trigger: puts a new conversation at the desk of its addressee. Gives a closed conversation the time of its end, and
-- marks that it awaits no answer. Removes the rating of an open conversation.
create or replace function check_conversation_desk() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.desk_id := new.operator_id;
  end if;
  if new.state = 'closed' then
    new.closed_at := coalesce(new.closed_at, now());
    new.waits_since := null;
  else
    new.closed_at := null;
    new.rating := null;
    new.rating_words := null;
  end if;
  return new;
end $$;
