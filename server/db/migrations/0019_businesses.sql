-- The directory of businesses around motor parks. Listed ones are public, others wait for our staff.

create table business (
  id uuid primary key,
  code text unique check (code ~ '^[a-z0-9][a-z0-9-]{1,63}$'),
  name text not null check (char_length(name) between 2 and 80),
  category text not null
    check (category in ('guest-house', 'food', 'cargo', 'car-hire', 'tyres', 'towing', 'insurance')),
  about text not null check (char_length(about) between 10 and 600),
  address text not null check (char_length(address) between 5 and 160),
  city_id int not null references city,
  motor_park_id uuid references motor_park on delete set null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  phone text not null check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  -- 0 is Monday. Opening hours in minutes after midnight; above 1440 on the next day.
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  opens smallint not null check (opens between 0 and 1439),
  closes smallint not null check (closes > opens and closes <= opens + 1440 and closes <= 2160),
  state text not null default 'pending' check (state in ('pending', 'listed', 'refused')),
  asked_by uuid references person,
  asked_at timestamptz not null default now(),
  -- A person has at most three requests waiting, each on its own place.
  place smallint check (place between 1 and 3),
  words text check (char_length(words) between 3 and 200),
  decided_at timestamptz,
  decided_by uuid references staff_key,
  -- Number of reviews with one, two, … five stars, by people who have travelled to or from its city.
  stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and 0 <= all (stars)),
  unverified_reviews int not null default 0 check (unverified_reviews >= 0),
  decided_by_member uuid references member,
  check ((latitude is null) = (longitude is null)),
  check ((state = 'listed') = (code is not null)),
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'refused' or words is not null),
  constraint decided_by_one check (num_nonnulls(decided_by, decided_by_member) <= 1)
);
comment on table business is 'businesses: listings around a motor park, public or waiting for our staff';
create unique index business_waiting on business (asked_by, place) where state = 'pending';
create index business_listed on business (city_id, category) where state = 'listed';
create index business_park on business (motor_park_id) where motor_park_id is not null;
create index business_asked_by on business (asked_by) where asked_by is not null;
create index business_pending on business (asked_at) where state = 'pending';
create index business_by_name on business (plain(name), code) where state = 'listed';
create index business_decided_by_member on business (decided_by_member) where decided_by_member is not null;
