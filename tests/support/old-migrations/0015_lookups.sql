create table service_type (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  hint text not null default '',
  position smallint not null unique
);
comment on table service_type is 'lookups: services a customer can ask for';

-- Name and address are those of the motor park.
create table parcel_location (
  id int generated always as identity primary key,
  motor_park_id uuid not null unique references motor_park
);
comment on table parcel_location is 'lookups: counters at motor parks that take in and give out parcels';

create table parcel_route (
  id int generated always as identity primary key,
  code text not null unique,
  from_city_id int not null references city,
  to_city_id int not null references city,
  distance_km int not null check (distance_km > 0),
  -- The first five kilograms, before VAT.
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
  -- Restricted goods travel under a condition, and the hint is where it stands.
  check (not restricted or hint <> '')
);
comment on table parcel_type is 'lookups: kinds of goods that parcels hold';

create table parcel_size (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  hint text not null default '',
  -- The most that a parcel of this size measures and weighs.
  length_cm smallint not null check (length_cm > 0),
  width_cm smallint not null check (width_cm > 0),
  height_cm smallint not null check (height_cm > 0),
  weight_grams int not null unique check (weight_grams > 0),
  -- Share of the route's base price.
  price_percent smallint not null check (price_percent > 0)
);
comment on table parcel_size is 'lookups: sizes of parcels';

create table fuel_station (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null unique,
  -- An address on our own origin.
  logo text check (logo like '/%')
);
comment on table fuel_station is 'lookups: brands of fuel stations';

create table fuel_monitor (
  id int generated always as identity primary key,
  fuel_station_id int not null references fuel_station,
  state_code text not null references state,
  fuel text not null check (fuel in ('petrol', 'diesel', 'cooking_gas')),
  -- A litre, or a kilogram of cooking gas.
  price_kobo bigint not null check (price_kobo > 0),
  as_of timestamptz not null,
  unique (state_code, fuel, fuel_station_id)
);
comment on table fuel_monitor is 'lookups: the latest fuel price of a brand in a state';
