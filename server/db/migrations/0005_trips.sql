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
  feed_id uuid,
  feed_key text,
  -- How many reviews gave one, two, … five stars. An operator's rating and number of reviews follow from it.
  stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and 0 <= all (stars)),
  -- How many reviews stand beside those that count.
  unverified_reviews int not null default 0 check (unverified_reviews >= 0),
  unique (feed_id, feed_key)
);
comment on table operator is 'trips: companies that run buses';
create trigger operator_follows_stars before update of stars on operator
  for each row execute function follow_stars();

create table motor_park (
  id uuid primary key,
  code text not null unique,
  name text not null,
  city_id int not null references city,
  address text not null,
  phone text,
  latitude double precision,
  longitude double precision,
  feed_id uuid,
  feed_key text,
  stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and 0 <= all (stars)),
  unverified_reviews int not null default 0 check (unverified_reviews >= 0),
  unique (feed_id, feed_key)
);
comment on table motor_park is 'trips: motor parks and stops';
create index motor_park_city on motor_park (city_id);
create index motor_park_words on motor_park using gin (to_tsvector('simple', plain(name)));

-- A departure: one run on one day.
create table trip (
  id uuid primary key,
  schedule_id uuid not null,
  service_date date not null,
  departs_at timestamptz not null,
  arrives_at timestamptz not null check (arrives_at >= departs_at),
  sales_close_at timestamptz not null check (sales_close_at <= departs_at),
  -- Share of the schedule's fare on this day; high season is above 100.
  fare_percent smallint not null default 100 check (fare_percent between 10 and 400),
  status text not null default 'scheduled' check (status in ('scheduled', 'boarding', 'departed', 'completed', 'cancelled')),
  plate text,
  version int not null default 1,
  -- Departures of one run on one day differ only when the run repeats by headway.
  run smallint not null default 0,
  -- What an operator tells of a departure. departs_at stays what was sold: tickets are signed over it.
  delay_minutes smallint not null default 0 check (delay_minutes between 0 and 1440),
  note text check (length(note) between 1 and 140),
  -- A departure that its timetable no longer has, though people have booked it or hold seats on it, is sold
  -- no more; its tickets stay good until its operator cancels it. It comes back when the timetable does.
  withdrawn_at timestamptz,
  -- One departure may have another vehicle than its run.
  vehicle_type text references vehicle_type (code),
  -- Who drives, where the operator has said it.
  driver_name text check (length(driver_name) between 2 and 80),
  driver_phone text check (driver_phone ~ '^\+[1-9][0-9]{7,14}$'),
  unique (schedule_id, service_date, run)
);
create index trip_departs_at on trip (departs_at);
-- What follows the clock is found without walking over everything that has ever left.
create index trip_to_depart on trip (departs_at) where status in ('scheduled', 'boarding');
create index trip_under_way on trip (arrives_at) where status = 'departed';
create index trip_withdrawn on trip (schedule_id) where withdrawn_at is not null;
create trigger trip_tells after update of status, delay_minutes, plate, note on trip
  for each row when ((old.status, old.delay_minutes, old.plate, old.note)
    is distinct from (new.status, new.delay_minutes, new.plate, new.note)) execute function trip_tells();
comment on table trip is 'trips: dated departures';
comment on column trip.withdrawn_at is 'since when its timetable no longer has it; such a departure is not sold';
comment on column trip.vehicle_type is 'the vehicle of this departure where it is not that of its run';

-- Which cities the runs of a timetable connect, kept by imports and by the rolling job, so that nobody
-- looks through every stop of every run for it. `feed_id` is null for runs of our own.
create table connection (
  feed_id uuid,
  from_city_id int not null references city,
  to_city_id int not null references city,
  -- The last service day of any of its runs.
  ends_on date not null,
  runs int not null check (runs > 0),
  unique nulls not distinct (feed_id, from_city_id, to_city_id),
  check (from_city_id <> to_city_id)
);
comment on table connection is 'trips: cities that can be travelled between, by timetable';
create index connection_from on connection (from_city_id, to_city_id);

alter table parcel_location add foreign key (motor_park_id) references motor_park;
