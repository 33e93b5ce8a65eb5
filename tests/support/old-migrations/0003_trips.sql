create table feed (
  id uuid primary key,
  name text not null unique,
  sha256 text not null,
  zone text not null,
  options jsonb not null default '{}',
  imported_at timestamptz not null default now()
);
comment on table feed is 'trips: imported timetables (GTFS)';

create table operator (
  id uuid primary key,
  code text not null unique,
  name text not null,
  phone text,
  email text,
  logo text,
  about text not null default '',
  rating numeric(2, 1) check (rating between 1 and 5),
  reviews int not null default 0,
  luggage text not null,
  insurer text,
  -- What an imported timetable does not say.
  default_vehicle text not null references vehicle_type (code),
  default_amenities text[] not null default '{}',
  api_key_sha256 bytea unique,
  feed_id uuid references feed,
  feed_key text,
  unique (feed_id, feed_key)
);
comment on table operator is 'trips: companies that run buses';

create table motor_park (
  id uuid primary key,
  code text not null unique,
  name text not null,
  city_id int not null references city,
  address text not null,
  phone text,
  latitude double precision,
  longitude double precision,
  feed_id uuid references feed,
  feed_key text,
  unique (feed_id, feed_key)
);
create index motor_park_city on motor_park (city_id);
comment on table motor_park is 'trips: motor parks and stops';

-- A run that repeats: the same road at the same time of day by the same operator.
create table schedule (
  id uuid primary key,
  operator_id uuid not null references operator,
  vehicle_type text not null references vehicle_type (code),
  amenities text[] not null default '{}',
  route_name text not null default '',
  headsign text not null default '',
  zone text not null default 'Africa/Lagos',
  -- Seconds after the service day's start (noon minus 12 hours, as GTFS has it); may exceed a day.
  starts_at_seconds int not null check (starts_at_seconds between 0 and 604800),
  distance_km int check (distance_km > 0),
  -- Fare of any pair of stops that has no row in `fare`. Null: not known.
  flat_fare_kobo bigint check (flat_fare_kobo > 0),
  park_fee_kobo bigint not null default 0 check (park_fee_kobo >= 0),
  is_night boolean not null default false,
  -- { days: [0..6, 0 = Monday], from, until, added: [dates], removed: [dates] }; the rolling job reads it.
  calendar jsonb not null,
  feed_id uuid references feed,
  feed_key text,
  unique (feed_id, feed_key)
);
create index schedule_operator on schedule (operator_id);
comment on table schedule is 'trips: runs that repeat';

create table schedule_stop (
  schedule_id uuid not null references schedule on delete cascade,
  -- Counts from 0; leg n goes from stop n to stop n + 1.
  position smallint not null check (position between 0 and 200),
  motor_park_id uuid not null references motor_park,
  city_id int not null references city,
  arrives_after_seconds int not null check (arrives_after_seconds >= 0),
  departs_after_seconds int not null check (departs_after_seconds >= arrives_after_seconds),
  pick_up boolean not null default true,
  drop_off boolean not null default true,
  primary key (schedule_id, position)
);
-- A search meets two of these in one walk each, without touching the table.
create index schedule_stop_search on schedule_stop (city_id, schedule_id, position)
  include (pick_up, drop_off, motor_park_id, arrives_after_seconds, departs_after_seconds);
create index schedule_stop_park on schedule_stop (motor_park_id, schedule_id, position);
comment on table schedule_stop is 'trips: where a run stops, seconds after its start';

create table fare (
  schedule_id uuid not null references schedule on delete cascade,
  leg_from smallint not null,
  leg_to smallint not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  primary key (schedule_id, leg_from, leg_to),
  check (leg_from < leg_to)
);
comment on table fare is 'trips: adult fares between two stops of a run';

-- A departure: one run on one day.
create table trip (
  id uuid primary key,
  schedule_id uuid not null references schedule,
  service_date date not null,
  departs_at timestamptz not null,
  arrives_at timestamptz not null check (arrives_at >= departs_at),
  sales_close_at timestamptz not null check (sales_close_at <= departs_at),
  -- Share of the schedule's fare on this day; high season is above 100.
  fare_percent smallint not null default 100 check (fare_percent between 10 and 400),
  status text not null default 'scheduled'
    check (status in ('scheduled', 'boarding', 'departed', 'completed', 'cancelled')),
  plate text,
  version int not null default 1,
  -- Departures of one run on one day differ only when the run repeats by headway.
  run smallint not null default 0,
  unique (schedule_id, service_date, run)
);
create index trip_departs_at on trip (departs_at);
-- What follows the clock is found without walking over everything that has ever left.
create index trip_to_depart on trip (departs_at) where status in ('scheduled', 'boarding');
create index trip_under_way on trip (arrives_at) where status = 'departed';
comment on table trip is 'trips: dated departures';
