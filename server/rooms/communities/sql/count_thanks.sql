-- Trigger: updates the number of thanks that is stored with a post.
create or replace function count_thanks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update community_post set thanks = thanks + 1 where id = new.post_id;
  else
    update community_post set thanks = thanks - 1 where id = old.post_id;
  end if;
  return null;
end $$;
