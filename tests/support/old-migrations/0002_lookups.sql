create table state (
  code text primary key,
  name text not null unique,
  zone text not null
);
comment on table state is 'lookups: the 36 states and the capital territory, and regions of imported timetables';

create table city (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  state_code text not null references state,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- The zone of the clock on the wall there.
  zone text not null default 'Africa/Lagos'
);
comment on table city is 'lookups: cities that have a motor park';

create table passenger_type (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  fare_percent smallint not null check (fare_percent between 0 and 100),
  hint text not null default '',
  position smallint not null
);
comment on table passenger_type is 'lookups: kinds of passengers and their share of the fare';

create table vehicle_type (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  size text not null check (size in ('small', 'medium', 'large')),
  seats smallint not null check (seats between 1 and 80),
  -- { rows, columns, seats: [{ number, row, column, kind, reserved? }], fixtures: [{ kind, row, column }] }
  layout jsonb not null,
  -- Seat numbers that the marketplace may sell; the others belong to the operator's own counter.
  sellable smallint[] not null check (cardinality(sellable) between 1 and 80)
);
comment on table vehicle_type is 'lookups: vehicles with their seat layout';

create table currency (
  id int generated always as identity primary key,
  code char(3) not null unique,
  name text not null,
  symbol text not null
);
comment on table currency is 'lookups: currencies we take';
