-- What a traveller needs around a motor park. Listed ones are public; asked-for ones wait for our staff.
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
  -- 0 is Monday. Minutes after midnight; what closes after midnight closes above 1440.
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  opens smallint not null check (opens between 0 and 1439),
  closes smallint not null check (closes > opens and closes <= opens + 1440 and closes <= 2160),
  state text not null default 'pending' check (state in ('pending', 'listed', 'refused')),
  asked_by uuid references person,
  asked_at timestamptz not null default now(),
  -- Which of the few places for what waits of one person; nobody has more waiting than there are places.
  place smallint check (place between 1 and 3),
  words text check (char_length(words) between 3 and 200),
  decided_at timestamptz,
  decided_by uuid references staff_key,
  check ((latitude is null) = (longitude is null)),
  check ((state = 'listed') = (code is not null)),
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'refused' or words is not null)
);
comment on table business is 'businesses: what a traveller needs around a motor park, listed or waiting to be';
create unique index business_waiting on business (asked_by, place) where state = 'pending';
create index business_listed on business (city_id, category) where state = 'listed';
create index business_by_name on business (lower(name), code) where state = 'listed';
create index business_park on business (motor_park_id) where motor_park_id is not null;
create index business_asked_by on business (asked_by) where asked_by is not null;
create index business_pending on business (asked_at) where state = 'pending';
