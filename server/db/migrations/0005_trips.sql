-- Operators, motor parks and dated departures: what a traveller searches.

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
  -- For imported timetables, which do not contain these.
  default_vehicle text not null references vehicle_type (code),
  default_amenities text[] not null default '{}',
  feed_id uuid,
  feed_key text,
  -- Number of reviews with one, two, … five stars. A trigger derives `rating` and `reviews` from it.
  stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and 0 <= all (stars)),
  -- Reviews that do not count towards the rating.
  unverified_reviews int not null default 0 check (unverified_reviews >= 0),
  unique (feed_id, feed_key)
);
comment on table operator is 'trips: companies that run buses';
create trigger operator_follows_stars before update of stars on operator
  for each row execute function derive_rating();

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

-- One run of a schedule on one day.
create table trip (
  id uuid primary key,
  schedule_id uuid not null,
  service_date date not null,
  departs_at timestamptz not null,
  arrives_at timestamptz not null check (arrives_at >= departs_at),
  sales_close_at timestamptz not null check (sales_close_at <= departs_at),
  -- Percent of the schedule's fare on this day; above 100 in high season.
  fare_percent smallint not null default 100 check (fare_percent between 10 and 400),
  status text not null default 'scheduled'
    check (status in ('scheduled', 'boarding', 'departed', 'completed', 'cancelled')),
  plate text,
  version int not null default 1,
  -- Counts the departures of a schedule that repeats by headway on one day; otherwise 0.
  run smallint not null default 0,
  -- What the operator announces. departs_at stays at the time that was sold, since tickets are signed with it.
  delay_minutes smallint not null default 0 check (delay_minutes between 0 and 1440),
  note text check (length(note) between 1 and 140),
  -- A booked departure that is no longer in its timetable is not sold any more, but its tickets stay valid until the
  -- operator cancels it. It is sold again if it returns to the timetable.
  withdrawn_at timestamptz,
  vehicle_type text references vehicle_type (code),
  -- The driver, if the operator has named one.
  driver_name text check (length(driver_name) between 2 and 80),
  driver_phone text check (driver_phone ~ '^\+[1-9][0-9]{7,14}$'),
  unique (schedule_id, service_date, run)
);
create index trip_departs_at on trip (departs_at);
-- Jobs that follow the clock read only open departures.
create index trip_to_depart on trip (departs_at) where status in ('scheduled', 'boarding');
create index trip_under_way on trip (arrives_at) where status = 'departed';
create index trip_withdrawn on trip (schedule_id) where withdrawn_at is not null;
create trigger notify_trip_change after update of status, delay_minutes, plate, note on trip
  for each row when ((old.status, old.delay_minutes, old.plate, old.note)
    is distinct from (new.status, new.delay_minutes, new.plate, new.note)) execute function notify_trip_change();
comment on table trip is 'trips: dated departures';
comment on column trip.withdrawn_at is 'since when its timetable no longer has it; such a departure is not sold';
comment on column trip.vehicle_type is 'the vehicle of this departure where it is not that of its run';

-- Cities that the runs of a timetable connect, written by imports and by the rolling job, since reading them from all
-- stops of all runs is slow. `feed_id` is null for our own runs.
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

-- Foreign keys of lookups to the tables above.
alter table parcel_location add foreign key (motor_park_id) references motor_park;
