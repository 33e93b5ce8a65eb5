-- Trigger: updates the number of visible posts that is stored with a group, and the time of the last one. Answers do
-- not count.
create or replace function count_post() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'shown' and old.answers is null then
    update community_group set posts = posts - 1 where code = old.group_code;
    -- Separate, so that it sees what others committed while the update above waited for them.
    update community_group set last_at = (select max(created_at) from community_post
      where group_code = old.group_code and answers is null and state = 'shown')
    where code = old.group_code and last_at = old.created_at;
  end if;
  if tg_op <> 'DELETE' and new.state = 'shown' and new.answers is null then
    update community_group set posts = posts + 1, last_at = greatest(last_at, new.created_at)
    where code = new.group_code;
  end if;
  return null;
end $$;
