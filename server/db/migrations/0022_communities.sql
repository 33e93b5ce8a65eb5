-- Groups in which travellers write to each other, their moderation, and the camps and batches of the NYSC.

-- Orientation camps of the service year, with the source and the date on which we read it.
create table nysc_camp (
  code text primary key check (code ~ '^camp-[a-z]{2}$'),
  state_code text not null unique references state,
  place text not null,
  -- The place according to other lists, since camps move for security reasons.
  also_listed text,
  -- The nearest city with a motor park.
  city_code text not null references city (code),
  source text not null,
  known_on date not null
);
comment on table nysc_camp is 'communities: orientation camps';

create table nysc_batch (
  code text primary key check (code ~ '^[a-z0-9-]{2,32}$'),
  name text not null,
  -- Null: not announced.
  camp_from date,
  camp_to date,
  note text not null,
  source text not null,
  known_on date not null,
  position int not null,
  check ((camp_from is null) = (camp_to is null)),
  check (camp_to >= camp_from)
);
comment on table nysc_batch is 'communities: batches of the service year and their days in camp';

-- How others see a person: under a name of their choice, with an id that is used nowhere else.
create table community_author (
  id uuid primary key,
  person_id uuid not null unique references person,
  name text not null check (char_length(name) between 2 and 30),
  created_at timestamptz not null default now()
);
comment on table community_author is 'communities: the names that people chose';
-- Nobody can take another person's name.
create unique index community_author_name on community_author (lower(name));

create table community_group (
  code text primary key check (code ~ '^[a-z0-9-]{2,64}$'),
  kind text not null check (kind in ('road', 'city', 'campus', 'camp', 'trade')),
  name text not null,
  about text not null
);
comment on table community_group is 'communities: groups by road, city, campus, camp and trade';

create table community_member (
  group_code text not null references community_group,
  author_id uuid not null references community_author on delete cascade,
  -- Whether other members can find them, which they must allow.
  is_listed boolean not null default false,
  batch text references nysc_batch,
  joined_at timestamptz not null default now(),
  primary key (group_code, author_id)
);
comment on table community_member is 'communities: members of groups';
create index community_member_author on community_member (author_id);

create table community_post (
  id uuid primary key,
  group_code text not null references community_group,
  author_id uuid not null references community_author on delete cascade,
  -- The post that this one answers, which is not an answer itself.
  answers uuid references community_post on delete cascade,
  body text not null check (char_length(body) between 2 and 2000),
  state text not null check (state in ('shown', 'waiting', 'hidden', 'removed')),
  -- When our staff decided about it. From then on, reports do not hide it any more.
  looked_at timestamptz,
  thanks int not null default 0 check (thanks >= 0),
  reports int not null default 0 check (reports >= 0),
  client_ref uuid,
  created_at timestamptz not null default now(),
  unique (author_id, client_ref)
);
comment on table community_post is 'communities: posts, and answers to them';
create index community_post_group on community_post (group_code, created_at desc, id desc) where answers is null;
create index community_post_answers on community_post (answers, created_at) where answers is not null;
create index community_post_author on community_post (author_id, created_at desc);
create index community_post_queue on community_post (created_at) where state in ('waiting', 'hidden');
create trigger community_post_answers_posts before insert on community_post
  for each row when (new.answers is not null) execute function check_answered_post();

create table community_photo (
  post_id uuid primary key references community_post on delete cascade,
  jpeg bytea not null
);
comment on table community_photo is 'communities: photos of posts, encoded again';

create table community_thanks (
  post_id uuid not null references community_post on delete cascade,
  author_id uuid not null references community_author on delete cascade,
  primary key (post_id, author_id)
);
comment on table community_thanks is 'communities: thanks for posts';
create index community_thanks_author on community_thanks (author_id);
create trigger community_thanks_count after insert or delete on community_thanks
  for each row execute function count_thanks();

create table community_report (
  post_id uuid not null references community_post on delete cascade,
  author_id uuid not null references community_author on delete cascade,
  reason text not null check (reason in ('spam', 'scam', 'insult', 'private', 'wrong')),
  words text check (char_length(words) between 1 and 500),
  created_at timestamptz not null default now(),
  -- When our staff decided about the post. Moderators see the open ones.
  closed_at timestamptz,
  primary key (post_id, author_id)
);
comment on table community_report is 'communities: reports of posts, one per person';
create index community_report_author on community_report (author_id, created_at desc);
create index community_report_open on community_report (post_id) where closed_at is null;
create trigger community_report_counts after insert on community_report
  for each row execute function count_report();

create table community_block (
  author_id uuid not null references community_author on delete cascade,
  other_id uuid not null references community_author on delete cascade,
  state text not null check (state in ('muted', 'blocked')),
  primary key (author_id, other_id),
  check (author_id <> other_id)
);
comment on table community_block is 'communities: authors that a person has muted or blocked';
create index community_block_other on community_block (other_id) where state = 'blocked';

create table community_appeal (
  post_id uuid primary key references community_post on delete cascade,
  words text not null check (char_length(words) between 10 and 1000),
  made_at timestamptz not null default now(),
  answered_at timestamptz
);
comment on table community_appeal is 'communities: appeals of authors, one per post';
create index community_appeal_open on community_appeal (post_id) where answered_at is null;

-- The log outlives the posts, and contains nothing of their text.
create table moderation_entry (
  id uuid primary key,
  post_id uuid not null,
  group_code text not null,
  decision text not null check (decision in ('waits', 'hidden', 'shown', 'removed', 'appealed')),
  reason text not null check (char_length(reason) between 1 and 500),
  -- `rule`, `author`, or the name of a staff key.
  made_by text not null,
  made_at timestamptz not null default clock_timestamp()
);
comment on table moderation_entry is 'communities: decisions about posts with their reasons, append-only';
create index moderation_entry_post on moderation_entry (post_id, made_at desc);
create index moderation_entry_made on moderation_entry (made_at desc);
create trigger moderation_entry_append_only before update or delete on moderation_entry
  for each row execute function moderation_is_append_only();
create trigger moderation_entry_stays before truncate on moderation_entry
  for each statement execute function moderation_is_append_only();

-- A post that its author deleted still counts towards the limits per hour and for repeating the same text within a day.
create table community_dropped (
  author_id uuid not null references community_author on delete cascade,
  said_md5 bytea not null,
  created_at timestamptz not null
);
comment on table community_dropped is 'communities: posts of the last day that their authors deleted';
create index community_dropped_author on community_dropped (author_id, created_at desc);
