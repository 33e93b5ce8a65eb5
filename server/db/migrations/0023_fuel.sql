create table fuel_station (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null unique,
  -- An address on our own origin.
  logo text check (logo like '/%')
);
comment on table fuel_station is 'fuel: brands of fuel stations';

create table fuel_monitor (
  id int generated always as identity primary key,
  fuel_station_id int not null references fuel_station,
  state_code text not null references state,
  fuel text not null check (fuel in ('petrol', 'diesel', 'cooking_gas')),
  -- A litre, or a kilogram of cooking gas.
  price_kobo bigint not null check (price_kobo > 0),
  as_of timestamptz not null,
  -- How many people's reports the price is the middle of; 0: it came from elsewhere.
  people smallint not null default 0 check (people >= 0),
  unique (state_code, fuel, fuel_station_id)
);
comment on table fuel_monitor is 'fuel: the latest fuel price of a brand in a state';

-- What people saw at the pump. Nothing of it changes but that an erased person's name goes.
create table fuel_report (
  id uuid primary key,
  -- Null once she is erased, and in the demo country.
  person_id uuid references person,
  -- The phone's own id of it.
  client_ref uuid,
  fuel_station_id int not null references fuel_station,
  state_code text not null references state,
  fuel text not null check (fuel in ('petrol', 'diesel', 'cooking_gas')),
  place text check (length(place) between 1 and 80),
  -- A litre, or a kilogram of cooking gas.
  price_kobo bigint not null check (price_kobo > 0),
  -- When it was seen; it may have arrived a day later.
  observed_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (observed_at <= created_at),
  unique (person_id, client_ref)
);
comment on table fuel_report is 'fuel: prices that people saw, append-only';
create index fuel_report_seen on fuel_report (state_code, fuel, observed_at desc);
create index fuel_report_price on fuel_report (fuel_station_id, state_code, fuel, observed_at desc);
create index fuel_report_person on fuel_report (person_id, created_at desc);
create trigger fuel_report_stays before update or delete on fuel_report
  for each row execute function fuel_report_stays();
