-- Trigger: checks that an answer is in the group of its post, and answers a post, not an answer.
create or replace function check_answered_post() returns trigger language plpgsql as $$
begin
  if not exists (select from community_post
    where id = new.answers and group_code = new.group_code and answers is null) then
    raise exception 'no such post in this group' using errcode = 'check_violation', constraint = 'answers_a_post';
  end if;
  return new;
end $$;
