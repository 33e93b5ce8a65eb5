-- Trigger: counts a report of a post. The third report hides the post until our staff have checked it, and is logged.
create or replace function count_report() returns trigger language plpgsql as $$
declare
  post community_post;
begin
  update community_post set reports = reports + 1,
    state = case when state = 'shown' and looked_at is null and reports >= 2 then 'hidden' else state end
  where id = new.post_id returning * into post;
  if post.state = 'hidden' and post.reports = 3 then
    insert into moderation_entry (id, post_id, group_code, decision, reason, made_by)
    values (gen_random_uuid(), post.id, post.group_code, 'hidden',
      'Three people reported it. It is shown again if we check it and find nothing wrong.', 'rule');
  end if;
  return null;
end $$;
