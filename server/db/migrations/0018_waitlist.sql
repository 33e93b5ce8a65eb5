-- Travel requests for routes that nobody runs, queues for sold-out departures, offers to the next person in the queue,
-- and alerts.

create table travel_request (
  id uuid primary key,
  from_city_id int not null references city,
  to_city_id int not null references city,
  first_day date not null,
  last_day date not null,
  -- Number of travellers when operators were last notified.
  told_travellers int not null default 0 check (told_travellers >= 0),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint request_goes_somewhere check (from_city_id <> to_city_id),
  constraint request_span check (last_day between first_day and first_day + 6)
);
comment on table travel_request is 'waitlist: routes and days that people want to travel';
-- A request for the same route and days joins the open one.
create unique index travel_request_once on travel_request (from_city_id, to_city_id, first_day, last_day)
  where ended_at is null;
create index travel_request_open on travel_request (last_day) where ended_at is null;

-- A departure that an operator offers for a request; `fare_kobo` is the full price of an adult.
create table request_departure (
  request_id uuid not null references travel_request,
  trip_id uuid not null references trip,
  leg_from smallint not null check (leg_from >= 0),
  leg_to smallint not null check (leg_to > leg_from),
  operator_id uuid not null references operator,
  fare_kobo bigint not null check (fare_kobo > 0),
  offered_at timestamptz not null default now(),
  primary key (request_id, trip_id)
);
comment on table request_departure is 'waitlist: departures that operators offer for a travel request';
create index request_departure_trip on request_departure (trip_id);

-- An entry in the queue of a travel request or of a sold-out departure, ordered by `number`.
create table queue_place (
  id uuid primary key,
  number bigint generated always as identity unique,
  person_id uuid not null references person,
  request_id uuid references travel_request,
  trip_id uuid references trip,
  leg_from smallint check (leg_from >= 0),
  leg_to smallint check (leg_to > leg_from),
  travellers smallint not null check (travellers between 1 and 6),
  -- The highest price that each of them pays; null for any price.
  max_fare_kobo bigint check (max_fare_kobo > 0),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'ended')),
  joined_at timestamptz not null default now(),
  ended_at timestamptz,
  client_ref uuid,
  constraint one_queue check (num_nonnulls(request_id, trip_id) = 1),
  constraint place_has_legs check (num_nonnulls(trip_id, leg_from, leg_to) in (0, 3)),
  constraint place_ends check ((ended_at is null) = (state in ('waiting', 'offered'))),
  unique (person_id, client_ref)
);
comment on table queue_place is 'waitlist: places in queues for seats';
create unique index one_place_a_request on queue_place (person_id, request_id) where state in ('waiting', 'offered');
create unique index one_place_a_departure on queue_place (person_id, trip_id) where state in ('waiting', 'offered');
create index queue_of_request on queue_place (request_id, number) where state in ('waiting', 'offered');
create index queue_of_departure on queue_place (trip_id, number) where trip_id is not null;
create index queue_of_person on queue_place (person_id, joined_at);
create trigger queue_place_limit before insert on queue_place for each row execute function limit_queues();
create trigger notify_queue_place_change after update of state on queue_place
  for each row when (old.state is distinct from new.state) execute function notify_queue_place_change();

-- Seats offered to the next person in the queue and held by a booking. An entry is offered a departure only once.
create table seat_offer (
  id uuid primary key,
  place_id uuid not null references queue_place,
  trip_id uuid not null references trip,
  booking_id uuid not null unique references booking,
  state text not null default 'open' check (state in ('open', 'taken', 'lapsed', 'declined')),
  offered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint offer_ends check ((ended_at is null) = (state = 'open')),
  constraint offered_once unique (place_id, trip_id)
);
comment on table seat_offer is 'waitlist: seats held for 30 minutes for the next in a queue';
create unique index one_open_offer on seat_offer (place_id) where state = 'open';
create index seat_offer_open on seat_offer (offered_at) where state = 'open';
create index seat_offer_trip on seat_offer (trip_id);
create trigger seat_offer_holds before insert on seat_offer for each row execute function offer_holds_seats();
create trigger seat_offer_ends before update or delete on seat_offer for each row execute function guard_seat_offer();

create table route_alert (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('price', 'first_departure')),
  from_city_id int not null references city,
  to_city_id int not null references city,
  first_day date not null,
  last_day date not null,
  -- The alert reports full adult prices up to this one.
  below_kobo bigint check (below_kobo > 0),
  ways text[] not null check (cardinality(ways) > 0 and ways <@ array['push', 'sms', 'email']),
  state text not null default 'watching' check (state in ('watching', 'told', 'ended')),
  told_day date,
  told_kobo bigint,
  looked_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint alert_goes_somewhere check (from_city_id <> to_city_id),
  constraint alert_span check (last_day between first_day and first_day + 13),
  constraint alert_has_a_price check ((kind = 'price') = (below_kobo is not null)),
  constraint alert_ends check ((ended_at is null) = (state = 'watching'))
);
comment on table route_alert is 'waitlist: alerts for prices and first departures';
create unique index route_alert_once on route_alert (person_id, kind, from_city_id, to_city_id, first_day, last_day)
  where state = 'watching';
create index route_alert_due on route_alert (looked_at) where state = 'watching';
create index route_alert_person on route_alert (person_id, created_at);
create trigger route_alert_limit before insert on route_alert for each row execute function limit_alerts();
