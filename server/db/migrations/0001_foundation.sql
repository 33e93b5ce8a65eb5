-- The foundation of all rooms: domains of money and shares, stored answers for repeated calls, rate limits.

-- Removes diacritics, for plain().
create extension if not exists unaccent;

-- PostgreSQL parses every check of a table again for each statement that writes to it, but the check of a domain only
-- once per connection. So the columns that every sale writes have domains.
create domain kobo as bigint check (value >= 0);
create domain positive_kobo as bigint check (value > 0);
create domain percent as smallint check (value between 0 and 100);

-- A repeated write returns the stored answer. The answer is stored in the transaction of its effect and deleted after
-- 45 days.
create table idempotency (
  principal text not null,
  key text not null check (length(key) between 16 and 255),
  route text not null,
  body_sha256 bytea not null,
  status smallint not null,
  response text not null,
  created_at timestamptz not null default now(),
  primary key (principal, key)
);
comment on table idempotency is 'foundation: answers of writes, for repeats';
create index idempotency_created_at on idempotency (created_at);

-- Limits that all processes share. Unlogged: a crash may lose a bucket, but never a booking.
create unlogged table rate_bucket (
  key text primary key,
  tokens real not null,
  refilled_at timestamptz not null default now()
);
comment on table rate_bucket is 'foundation: token buckets';
create index rate_bucket_refilled_at on rate_bucket (refilled_at);

-- Records which parts of the demo country and which timetables are in this database.
create table installed (
  name text primary key,
  detail jsonb not null default '{}',
  installed_at timestamptz not null default now()
);
comment on table installed is 'foundation: what has been seeded or imported';
