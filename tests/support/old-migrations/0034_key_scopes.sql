-- A key does only what its scopes name, and our own staff call with keys of theirs.

-- Keys from before could call everything that operators may.
alter table operator_key add column scopes text[] not null default '{boarding,counter,claims}'
  constraint operator_key_scopes check (cardinality(scopes) > 0
    and scopes <@ array['boarding', 'counter', 'claims', 'finance']);
alter table operator_key alter column scopes drop default;

create table staff_key (
  id uuid primary key,
  -- What stands between `st_` and the secret: it finds the row and proves nothing.
  name text not null unique check (name ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  label text not null check (char_length(label) between 1 and 80),
  scopes text[] not null constraint staff_key_scopes check (cardinality(scopes) > 0
    and scopes <@ array['boarding', 'counter', 'claims', 'finance']),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
comment on table staff_key is 'operators: keys with which our own staff call the API, by their hash';
