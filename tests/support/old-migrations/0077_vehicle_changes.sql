-- A departure that gets another vehicle: its travellers are seated anew by a job, a booking at a time. Until it is done
-- nothing more of the departure is sold.
create table vehicle_change (
  id uuid primary key,
  trip_id uuid not null references trip,
  from_vehicle text not null references vehicle_type (code),
  to_vehicle text not null references vehicle_type (code),
  -- What a seat is worth of what it was, in percent; below 100 the difference goes back.
  worth_percent smallint not null check (worth_percent between 1 and 100),
  asked_at timestamptz not null default now(),
  done_at timestamptz,
  constraint another_vehicle check (from_vehicle <> to_vehicle)
);
create unique index vehicle_change_open on vehicle_change (trip_id) where done_at is null;
create index vehicle_change_trip on vehicle_change (trip_id);
comment on table vehicle_change is 'bookings: departures that got another vehicle';

-- What a change did to a booking, once.
create table booking_reseat (
  change_id uuid not null references vehicle_change,
  booking_id uuid not null references booking,
  moved_from smallint[] not null,
  moved_to smallint[] not null,
  lost smallint[] not null,
  back_kobo bigint not null check (back_kobo >= 0),
  done_at timestamptz not null default clock_timestamp(),
  primary key (change_id, booking_id),
  constraint moved_somewhere check (cardinality(moved_from) = cardinality(moved_to))
);
create index booking_reseat_booking on booking_reseat (booking_id);
comment on table booking_reseat is 'bookings: what another vehicle did to a booking';
