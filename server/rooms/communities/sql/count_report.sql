-- Trigger: counts a report of a post. Once three people whose reports count (counts_as_reporter) have reported a post
-- that our staff have not checked yet, the post is hidden and the moderation log says so.
create or replace function count_report() returns trigger language plpgsql as $$
declare
  post community_post;
  reporters int;
begin
  update community_post set reports = reports + 1 where id = new.post_id returning * into post;
  if post.state <> 'shown' or post.looked_at is not null then return null; end if;
  select count(*) into reporters from community_report r join community_author a on a.id = r.author_id
    where r.post_id = new.post_id and counts_as_reporter(a.person_id);
  if reporters < 3 then return null; end if;
  update community_post set state = 'hidden' where id = new.post_id;
  insert into moderation_entry (id, post_id, group_code, decision, reason, made_by)
  values (gen_random_uuid(), post.id, post.group_code, 'hidden',
    'Three people reported it. It is shown again if we check it and find nothing wrong.', 'rule');
  return null;
end $$;
