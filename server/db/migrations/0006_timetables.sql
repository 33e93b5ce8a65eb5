-- Imported timetables and the runs that repeat, from which departures are made.

create table feed (
  id uuid primary key,
  name text not null unique,
  sha256 text not null,
  zone text not null,
  options jsonb not null default '{}',
  imported_at timestamptz not null default now()
);
comment on table feed is 'timetables: imported timetables (GTFS)';

-- A run that repeats: the same route at the same time of day by the same operator.
create table schedule (
  id uuid primary key,
  operator_id uuid not null references operator,
  vehicle_type text not null references vehicle_type (code),
  amenities text[] not null default '{}',
  route_name text not null default '',
  headsign text not null default '',
  zone text not null default 'Africa/Lagos',
  -- Seconds after the start of the service day, which is noon minus 12 hours (GTFS); may exceed a day.
  starts_at_seconds int not null check (starts_at_seconds between 0 and 604800),
  distance_km int check (distance_km > 0),
  -- Fare between any two stops that have no row in `fare`. Null: unknown.
  flat_fare_kobo bigint check (flat_fare_kobo > 0),
  park_fee_kobo bigint not null default 0 check (park_fee_kobo >= 0),
  is_night boolean not null default false,
  -- { days: [0..6, 0 = Monday], from, until, added: [dates], removed: [dates] }; the rolling job reads it.
  calendar jsonb not null,
  feed_id uuid references feed,
  feed_key text,
  -- The rolling job finds the runs that are behind by an index on these two.
  rolled_until date not null default '-infinity',
  ends_on date not null default 'infinity',
  unique (feed_id, feed_key),
  constraint schedule_fare_in_range check (flat_fare_kobo between 1000 and 500000000),
  constraint schedule_park_fee_in_range check (park_fee_kobo <= 500000000),
  -- For the foreign key of schedule_stop.
  unique (id, starts_at_seconds)
);
create index schedule_to_roll on schedule (operator_id, rolled_until) where rolled_until < ends_on;
create index schedule_ends on schedule (operator_id, ends_on);
create trigger schedule_calendar_new before insert on schedule
  for each row execute function note_calendar();
create trigger schedule_calendar_changed before update on schedule for each row
  when (old.calendar is distinct from new.calendar or old.starts_at_seconds is distinct from new.starts_at_seconds
    or old.zone is distinct from new.zone)
  execute function note_calendar();
comment on table schedule is 'timetables: runs that repeat';
comment on column schedule.rolled_until is 'departures are made up to and with this service day';
comment on column schedule.ends_on is 'the last service day of its calendar; kept by note_calendar';

create table schedule_stop (
  schedule_id uuid not null,
  -- Counts from 0; leg n goes from stop n to stop n + 1.
  position smallint not null check (position between 0 and 200),
  motor_park_id uuid not null references motor_park,
  city_id int not null references city,
  arrives_after_seconds int not null check (arrives_after_seconds >= 0),
  departs_after_seconds int not null check (departs_after_seconds >= arrives_after_seconds),
  pick_up boolean not null default true,
  drop_off boolean not null default true,
  starts_at_seconds int not null,
  boards_at int not null generated always as ((starts_at_seconds + departs_after_seconds) % 86400) stored,
  boards_days_after int not null generated always as ((starts_at_seconds + departs_after_seconds) / 86400) stored,
  -- A search reads the later stops of a run from one page of this index.
  primary key (schedule_id, position) include (city_id, motor_park_id, arrives_after_seconds, pick_up, drop_off),
  foreign key (schedule_id, starts_at_seconds) references schedule (id, starts_at_seconds)
    on update cascade on delete cascade
);
comment on table schedule_stop is 'timetables: where a run stops, seconds after its start';
comment on column schedule_stop.starts_at_seconds is 'as its schedule has it';
comment on column schedule_stop.boards_at is 'when it leaves this stop, seconds of the local day';
comment on column schedule_stop.boards_days_after is 'days from its service day to the day it leaves this stop';
create index schedule_stop_park on schedule_stop (motor_park_id, schedule_id, position);
create index schedule_stop_search on schedule_stop (city_id, schedule_id, position)
  include (
    pick_up, drop_off, motor_park_id, arrives_after_seconds, departs_after_seconds, boards_at, boards_days_after);
-- Between two cities that hundreds of runs connect, a search reads the next departures in order, not all of the day.
create index schedule_stop_by_time on schedule_stop (city_id, boards_at, schedule_id)
  include (position, motor_park_id, departs_after_seconds, boards_days_after) where pick_up;
create trigger schedule_stop_starts before insert on schedule_stop for each row
  when (new.starts_at_seconds is null) execute function start_of_schedule();

create table fare (
  schedule_id uuid not null references schedule on delete cascade,
  leg_from smallint not null,
  leg_to smallint not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  primary key (schedule_id, leg_from, leg_to),
  check (leg_from < leg_to),
  constraint fare_in_range check (amount_kobo between 1000 and 500000000)
);
comment on table fare is 'timetables: adult fares between two stops of a run';

-- Foreign keys of trips to the tables above.
alter table operator add foreign key (feed_id) references feed;
alter table motor_park add foreign key (feed_id) references feed;
alter table trip add foreign key (schedule_id) references schedule;
alter table connection add foreign key (feed_id) references feed on delete cascade;
