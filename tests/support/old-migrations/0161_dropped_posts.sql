-- A post that its author deletes still counts for the hour, and saying the same again still waits for a day.
create table community_dropped (
  author_id uuid not null references community_author on delete cascade,
  said_md5 bytea not null,
  created_at timestamptz not null
);
comment on table community_dropped is 'communities: when posts of the last day were written that their authors deleted';
create index community_dropped_author on community_dropped (author_id, created_at desc);
