create extension if not exists unaccent;

-- A repeat of a write replays the stored answer. Written in the effect's own transaction, kept 45 days.
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
create index idempotency_created_at on idempotency (created_at);
comment on table idempotency is 'foundation: answers of writes, for repeats';

-- Limits that hold across processes. Unlogged: a crash may forget a bucket, never a booking.
create unlogged table rate_bucket (
  key text primary key,
  tokens real not null,
  refilled_at timestamptz not null default now()
);
create index rate_bucket_refilled_at on rate_bucket (refilled_at);
comment on table rate_bucket is 'foundation: token buckets';

-- Which parts of the demo country and which timetables stand in this database.
create table installed (
  name text primary key,
  detail jsonb not null default '{}',
  installed_at timestamptz not null default now()
);
comment on table installed is 'foundation: what has been seeded or imported';

-- Lower case without diacritics, so that "Ogbomọṣọ" is found by "ogbomo". Marked immutable to be indexable.
create function plain(value text) returns text language sql immutable parallel safe as
$$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
