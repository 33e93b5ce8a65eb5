-- Vehicles hired with their drivers: the vehicles, requests and offers, charters and their instalments, and reviews.

insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('charter', 'open_instalment', 'lock_instalment', 'fulfil_instalment', 'instalment_shares', 'vat_of_charter_fee',
    null);

create table charter_vehicle (
  id uuid primary key,
  operator_id uuid not null references operator,
  -- The city where the vehicle is based. The customer also pays for the drive from there and back.
  city_id int not null references city,
  name text not null check (char_length(name) between 2 and 60),
  plate text not null unique,
  -- The picture that is drawn: a vehicle_type, or a kind of its own (suv, saloon).
  type text not null,
  year smallint not null check (year between 1990 and 2100),
  seats smallint not null check (seats between 1 and 80),
  size text not null check (size in ('small', 'medium', 'large')),
  amenities text[] not null default '{}',
  about text not null default '',
  fuel_included boolean not null default true,
  day_kobo bigint not null check (day_kobo > 0),
  km_kobo bigint not null check (km_kobo >= 0),
  km_a_day int not null check (km_a_day >= 0),
  -- The minimum price of a charter.
  least_kobo bigint not null check (least_kobo >= 0),
  overnight_kobo bigint not null check (overnight_kobo >= 0),
  overtime_hour_kobo bigint not null check (overtime_hour_kobo >= 0),
  waiting_hour_kobo bigint not null check (waiting_hour_kobo >= 0),
  -- Whether it does airport transfers at their fixed prices.
  does_airports boolean not null default false,
  is_active boolean not null default true,
  stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and 0 <= all (stars)),
  rating numeric(2, 1) check (rating between 1 and 5),
  reviews int not null default 0,
  created_at timestamptz not null default now()
);
comment on table charter_vehicle is 'charters: vehicles that can be hired with their drivers';
create index charter_vehicle_city on charter_vehicle (city_id, day_kobo) where is_active;
create index charter_vehicle_operator on charter_vehicle (operator_id);
create trigger charter_vehicle_follows_stars before update of stars on charter_vehicle
  for each row execute function derive_rating();

create table charter_state (
  state text primary key,
  -- Whether it blocks the days of the vehicle.
  is_live boolean not null,
  is_paid boolean not null
);
comment on table charter_state is 'charters: states of a charter';
insert into charter_state (state, is_live, is_paid) values
  ('awaiting_payment', true, false), ('booked', true, true), ('paid', true, true), ('under_way', true, true),
  ('completed', false, true), ('expired', false, false), ('lapsed', false, true), ('cancelled', false, false),
  ('operator_cancelled', false, false);

create table charter_transition (
  from_state text not null references charter_state,
  to_state text not null references charter_state,
  primary key (from_state, to_state)
);
comment on table charter_transition is 'charters: which state may follow which';
insert into charter_transition values
  ('awaiting_payment', 'booked'), ('awaiting_payment', 'paid'), ('awaiting_payment', 'expired'),
  ('awaiting_payment', 'cancelled'), ('awaiting_payment', 'operator_cancelled'),
  -- Paid late, while the vehicle is still free.
  ('expired', 'booked'), ('expired', 'paid'),
  ('booked', 'paid'), ('booked', 'lapsed'), ('booked', 'cancelled'), ('booked', 'operator_cancelled'),
  ('paid', 'under_way'), ('paid', 'cancelled'), ('paid', 'operator_cancelled'), ('under_way', 'completed');

create table charter_request (
  id uuid primary key,
  reference text not null unique,
  person_id uuid not null references person,
  -- Id from the phone: a request sent twice is one.
  client_ref uuid,
  state text not null default 'open' check (state in ('open', 'accepted', 'withdrawn', 'expired')),
  kind text not null check (kind in ('one_way', 'round_trip', 'days', 'airport')),
  occasion text,
  -- [{ code, city, address }]
  stops jsonb not null,
  -- The city where it starts, by which operators are found.
  city_id int not null references city,
  starts_at timestamptz not null,
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  km int not null check (km >= 0),
  travellers int not null check (travellers > 0),
  -- Erased together with the name.
  luggage text,
  needs text,
  budget_kobo bigint check (budget_kobo >= 0),
  contact_name text,
  contact_phone text,
  operators_asked int not null default 0,
  open_until timestamptz not null,
  created_at timestamptz not null default now(),
  unique (person_id, client_ref)
);
comment on table charter_request is 'charters: vehicles that people ask operators for';
create index charter_request_person on charter_request (person_id, created_at desc);
create index charter_request_open on charter_request (open_until) where state = 'open';
create trigger charter_request_open_few before insert on charter_request
  for each row execute function limit_open_requests();
create trigger notify_charter_request_change after update of state on charter_request
  for each row when (old.state is distinct from new.state) execute function notify_charter_request_change();

create table charter_offer (
  id uuid primary key,
  request_id uuid not null references charter_request,
  operator_id uuid not null references operator,
  vehicle_id uuid not null references charter_vehicle,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  -- What the operator gets; the price adds our fee and VAT.
  hire_kobo bigint not null check (hire_kobo > 0),
  price jsonb not null,
  terms text not null,
  valid_until timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table charter_offer is 'charters: what operators offer for a request';
create index charter_offer_request on charter_offer (request_id);
create index charter_offer_operator on charter_offer (operator_id, created_at desc);
create index charter_offer_open on charter_offer (valid_until) where state = 'open';
-- One open offer per operator and one accepted offer per request.
create unique index charter_offer_stands_once on charter_offer (request_id, operator_id) where state = 'open';
create unique index charter_offer_accepted_once on charter_offer (request_id) where state = 'accepted';
create trigger notify_charter_offer_change after insert or update of state on charter_offer
  for each row execute function notify_charter_offer_change();

create table charter (
  id uuid primary key,
  reference text not null unique,
  person_id uuid not null references person,
  vehicle_id uuid not null references charter_vehicle,
  operator_id uuid not null references operator,
  offer_id uuid unique references charter_offer,
  kind text not null check (kind in ('one_way', 'round_trip', 'days', 'airport')),
  occasion text,
  state text not null default 'awaiting_payment' references charter_state,
  came_from text,
  stops jsonb not null,
  starts_at timestamptz not null,
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  km int not null check (km >= 0),
  travellers int not null check (travellers > 0),
  luggage text,
  needs text,
  contact_name text,
  contact_phone text,
  -- { airport, zone, direction, number, at, international, name_board }
  flight jsonb,
  offer_terms text,
  -- { lines, total_kobo, deposit_kobo }
  price jsonb not null,
  total_kobo bigint not null check (total_kobo > 0),
  -- Its parts: the operator's, our fee, and the VAT on both.
  hire_kobo bigint not null check (hire_kobo > 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  vat_kobo bigint not null check (vat_kobo >= 0),
  -- When an unpaid charter expires, or the balance is due.
  pay_until timestamptz,
  driver_name text,
  driver_phone text,
  driver_plate text,
  -- Wrong codes on the day `tried_on`.
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  tried_on date,
  -- When the correct codes were entered.
  started_at timestamptz,
  ended_at timestamptz,
  failure text,
  date_changes smallint not null default 0,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  -- A keyed hash of the network from which a person without any paid booking booked, emptied after two days. It limits
  -- what many new accounts of one person can block without paying.
  network text,
  constraint only_allowed_moves foreign key (came_from, state) references charter_transition (from_state, to_state),
  constraint begins_unpaid check (came_from is not null or state = 'awaiting_payment'),
  constraint starts_on_its_first_day check ((starts_at at time zone 'Africa/Lagos')::date = from_day),
  constraint an_airport_has_a_flight check ((kind = 'airport') = (flight is not null)),
  constraint price_adds_up check (total_kobo = hire_kobo + fee_kobo + vat_kobo),
  constraint unpaid_has_its_end check (state not in ('awaiting_payment', 'booked') or pay_until is not null),
  constraint begun_by_its_code check (state not in ('under_way', 'completed') or started_at is not null),
  constraint ended_by_its_code check (state <> 'completed' or ended_at is not null)
);
comment on table charter is 'charters: charters that people have booked';
create index charter_person on charter (person_id, starts_at desc);
create index charter_operator on charter (operator_id, starts_at)
  where state in ('awaiting_payment', 'booked', 'paid', 'under_way');
create index charter_vehicle_of on charter (vehicle_id);
create index charter_due on charter (pay_until) where state in ('awaiting_payment', 'booked');
create index charter_on_the_road on charter (until_day) where state in ('paid', 'under_way');
create index charter_network on charter (network) where network is not null;
create trigger charter_moves before update on charter for each row
  when (old.state is distinct from new.state) execute function record_prior_parcel_state();
create constraint trigger charter_has_its_days
  after insert or update of state, vehicle_id, from_day, until_day on charter
  deferrable initially deferred for each row execute function charter_keeps_its_days();
create trigger charter_unpaid_few before insert on charter for each row execute function limit_unpaid_charters();
create trigger notify_charter_change after update on charter
  for each row when ((old.state, old.starts_at, old.until_day, old.driver_name, old.driver_phone, old.driver_plate)
    is distinct from (new.state, new.starts_at, new.until_day, new.driver_name, new.driver_phone, new.driver_plate))
  execute function notify_charter_change();

-- A day of a vehicle is hired once, or blocked by its operator (no charter).
create table charter_day (
  vehicle_id uuid not null references charter_vehicle,
  day date not null,
  charter_id uuid references charter,
  primary key (vehicle_id, day)
);
comment on table charter_day is 'charters: days on which a vehicle is not available';
create index charter_day_charter on charter_day (charter_id) where charter_id is not null;
create constraint trigger charter_day_stays after update or delete on charter_day
  deferrable initially deferred for each row execute function charter_keeps_its_days();

-- Each part of a price is a payable with the same id.
create table charter_instalment (
  id uuid primary key,
  charter_id uuid not null references charter,
  number smallint not null check (number in (1, 2)),
  kind text not null check (kind in ('deposit', 'balance', 'all')),
  amount_kobo bigint not null check (amount_kobo > 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  vat_kobo bigint not null check (vat_kobo >= 0),
  check (amount_kobo >= fee_kobo + vat_kobo),
  due_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  paid_kobo bigint not null default 0 check (paid_kobo in (0, amount_kobo)),
  paid_at timestamptz,
  -- How many reminders were sent.
  reminders smallint not null default 0,
  payable_id uuid references payable,
  constraint paid_is_paid check ((state = 'paid') = (paid_kobo > 0)),
  constraint payable_under_its_id check (payable_id = id),
  constraint paid_as_a_payable check (paid_kobo = 0 or payable_id is not null),
  unique (charter_id, number)
);
comment on table charter_instalment is 'charters: deposit, balance or full price, each paid on its own';
create index charter_instalment_due on charter_instalment (due_at) where state = 'open' and number = 2;

create table charter_review (
  id uuid primary key,
  charter_id uuid not null unique references charter,
  vehicle_id uuid not null references charter_vehicle,
  rating smallint not null check (rating between 1 and 5),
  body text not null check (char_length(body) between 1 and 2000),
  -- A first name and an initial.
  written_by text not null,
  written_at timestamptz not null default now(),
  state text not null default 'shown' check (state in ('shown', 'waiting', 'hidden')),
  -- Our staff have hidden it. A new text waits until they approve it.
  is_held boolean not null default false,
  -- It can be changed until 30 days after this.
  first_at timestamptz not null default now()
);
comment on table charter_review is 'charters: reviews of hired vehicles';
create index charter_review_vehicle on charter_review (vehicle_id, written_at desc);
create index charter_review_to_look_at on charter_review (written_at) where state = 'waiting';
create trigger charter_review_is_counted after insert or update of rating, state on charter_review
  for each row execute function count_charter_review();

create table charter_review_report (
  review_id uuid not null references charter_review on delete cascade,
  person_id uuid not null references person on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'not_a_trip', 'other')),
  words text check (length(words) between 1 and 300),
  reported_at timestamptz not null default now(),
  -- When our staff checked it.
  looked_at timestamptz,
  primary key (review_id, person_id)
);
comment on table charter_review_report is 'charters: reports of readers about a review of a vehicle';
create index charter_review_report_person on charter_review_report (person_id, reported_at);
create index charter_review_report_open on charter_review_report (review_id) where looked_at is null;
