-- Fuel prices, and the reports of people from which they come.

create table fuel_station (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null unique,
  -- A path on our own origin.
  logo text check (logo like '/%')
);
comment on table fuel_station is 'fuel: brands of fuel stations';

create table fuel_monitor (
  id int generated always as identity primary key,
  fuel_station_id int not null references fuel_station,
  state_code text not null references state,
  fuel text not null check (fuel in ('petrol', 'diesel', 'cooking_gas')),
  -- Per litre, or per kilogram of cooking gas.
  price_kobo bigint not null check (price_kobo > 0),
  as_of timestamptz not null,
  -- Number of reporters whose median the price is; 0: from another source.
  people smallint not null default 0 check (people >= 0),
  unique (state_code, fuel, fuel_station_id)
);
comment on table fuel_monitor is 'fuel: the latest fuel price of a brand in a state';

-- Nothing changes in a report, except that the person is removed when they are erased.
create table fuel_report (
  id uuid primary key,
  -- Null after an erasure, and in the demo country.
  person_id uuid references person,
  -- Id from the phone: a report sent twice is one.
  client_ref uuid,
  fuel_station_id int not null references fuel_station,
  state_code text not null references state,
  fuel text not null check (fuel in ('petrol', 'diesel', 'cooking_gas')),
  place text check (length(place) between 1 and 80),
  -- Per litre, or per kilogram of cooking gas.
  price_kobo bigint not null check (price_kobo > 0),
  -- When the person saw the price; the report may arrive a day later.
  observed_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (observed_at <= created_at),
  unique (person_id, client_ref)
);
comment on table fuel_report is 'fuel: prices that people reported, append-only';
create index fuel_report_seen on fuel_report (state_code, fuel, observed_at desc);
create index fuel_report_price on fuel_report (fuel_station_id, state_code, fuel, observed_at desc);
create index fuel_report_person on fuel_report (person_id, created_at desc);
create trigger fuel_report_stays before update or delete on fuel_report
  for each row execute function fuel_report_stays();
