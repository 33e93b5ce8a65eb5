-- Trigger: updates the number of members that is stored with a group.
create or replace function count_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update community_group set members = members + 1 where code = new.group_code;
  else
    update community_group set members = members - 1 where code = old.group_code;
  end if;
  return null;
end $$;
