-- A report of a post is open until somebody of ours decides about the post; the queue of moderation shows the open
-- ones.
alter table community_report add column closed_at timestamptz;
update community_report r set closed_at = p.looked_at
  from community_post p where p.id = r.post_id and p.looked_at >= r.created_at;
create index community_report_open on community_report (post_id) where closed_at is null;
create index community_appeal_open on community_appeal (post_id) where answered_at is null;
