-- Lists that change rarely and that everybody may read: places, vehicles, services, and what parcels cost.
-- Their rows come from server/db/base and from imported timetables.

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
  -- Its time zone.
  zone text not null default 'Africa/Lagos'
);
comment on table city is 'lookups: cities that have a motor park';
-- A search finds places by the first letters of a word, with or without diacritics.
create index city_words on city using gin (to_tsvector('simple', plain(name)));

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
  -- The numbers of the seats that the marketplace may sell; the others are for the operator's own counter.
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

create table service_type (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  hint text not null default '',
  position smallint not null unique
);
comment on table service_type is 'lookups: services a customer can ask for';

-- The counter has the name and address of its motor park.
create table parcel_location (
  id int generated always as identity primary key,
  motor_park_id uuid not null unique
);
comment on table parcel_location is 'lookups: counters at motor parks that take in and give out parcels';

create table parcel_route (
  id int generated always as identity primary key,
  code text not null unique,
  from_city_id int not null references city,
  to_city_id int not null references city,
  distance_km int not null check (distance_km > 0),
  -- The price of the first five kilograms, before VAT.
  base_kobo bigint not null check (base_kobo > 0),
  unique (from_city_id, to_city_id),
  check (from_city_id <> to_city_id)
);
comment on table parcel_route is 'lookups: roads that parcels travel, one row each way';

create table parcel_add_on (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  hint text not null default '',
  price_kobo bigint not null check (price_kobo >= 0),
  position smallint not null unique
);
comment on table parcel_add_on is 'lookups: what can be added to a parcel';

create table parcel_type (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  hint text not null default '',
  restricted boolean not null default false,
  position smallint not null unique,
  -- Restricted goods are accepted under a condition, which the hint explains.
  check (not restricted or hint <> '')
);
comment on table parcel_type is 'lookups: kinds of goods that parcels hold';

create table parcel_size (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  hint text not null default '',
  -- Maximum measures and weight.
  length_cm smallint not null check (length_cm > 0),
  width_cm smallint not null check (width_cm > 0),
  height_cm smallint not null check (height_cm > 0),
  weight_grams int not null unique check (weight_grams > 0),
  -- The share of the route's base price.
  price_percent smallint not null check (price_percent > 0)
);
comment on table parcel_size is 'lookups: sizes of parcels';

-- Other names of a city: short names, quarters and suburbs, as plain() writes them.
create table city_alias (
  code text primary key check (code ~ '^[a-z0-9]+( [a-z0-9]+)*$' and length(code) <= 32),
  city_code text not null references city (code) on update cascade on delete cascade
);
comment on table city_alias is 'lookups: short names, quarters and suburbs by which cities are found';
create index city_alias_city on city_alias (city_code);
