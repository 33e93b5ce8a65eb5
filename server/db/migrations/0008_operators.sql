-- Keys of operators and of our own staff, and what the directory shows about an operator.

create table operator_key (
  id uuid primary key,
  operator_id uuid not null references operator,
  -- The part between `op_` and the secret. It is used to find the row and proves nothing.
  name text not null unique check (name ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  label text not null check (char_length(label) between 1 and 80),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- What the key may do.
  scopes text[] not null,
  constraint operator_key_scopes check (cardinality(scopes) > 0 and scopes <@ array[
    'boarding', 'counter', 'claims', 'finance', 'charters', 'departures', 'requests', 'invoices', 'directory',
    'support', 'moderation', 'reviews', 'refunds'])
);
comment on table operator_key is 'operators: keys with which operators call the API, by their hash';
create index operator_key_operator on operator_key (operator_id);

create table staff_key (
  id uuid primary key,
  -- The part between `st_` and the secret.
  name text not null unique check (name ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  label text not null check (char_length(label) between 1 and 80),
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint staff_key_scopes check (cardinality(scopes) > 0 and scopes <@ array[
    'boarding', 'counter', 'claims', 'finance', 'charters', 'departures', 'requests', 'invoices', 'directory',
    'support', 'moderation', 'reviews', 'refunds'])
);
comment on table staff_key is 'operators: keys with which our own staff call the API, by their hash';

-- Licences as our staff last checked them.
create table operator_licence (
  operator_id uuid primary key references operator on delete cascade,
  number text not null check (char_length(number) between 3 and 40),
  checked_on date not null,
  valid_until date not null check (valid_until > checked_on),
  key_id uuid references staff_key,
  member_id uuid references member,
  constraint seen_by_one check (num_nonnulls(key_id, member_id) <= 1)
);
comment on table operator_licence is 'operators: licences of operators that our staff have seen';
create index operator_licence_member on operator_licence (member_id) where member_id is not null;

-- Counted from timetables and departures by a job, so that the directory reads one row per operator.
create table operator_card (
  operator_id uuid primary key references operator on delete cascade,
  -- Lists, the most used first: cities [{ code, name, state }], routes, vehicles,
  -- and parks [{ code, name, city, latitude, longitude }].
  served jsonb not null default '[]',
  road_list jsonb not null default '[]',
  parks jsonb not null default '[]',
  fleet jsonb not null default '[]',
  city_codes text[] not null default '{}',
  states text[] not null default '{}',
  sizes text[] not null default '{}',
  amenities text[] not null default '{}',
  roads int not null default 0 check (roads >= 0),
  -- The cheapest seat, without our fee.
  price_kobo bigint check (price_kobo > 0),
  counted int not null default 0,
  on_time int not null default 0,
  cancelled int not null default 0,
  counted_at timestamptz not null,
  check (on_time between 0 and counted and cancelled >= 0)
);
comment on table operator_card is 'operators: what the directory shows of an operator, counted by a job';

-- An operator's logo. Its address is in operator.logo; without one, phones draw initials.
create table operator_mark (
  operator_id uuid primary key references operator,
  version text not null check (version ~ '^[0-9a-f]{12}$'),
  webp bytea not null check (octet_length(webp) <= 8192)
);
comment on table operator_mark is 'operators: logos that operators uploaded, encoded again';
