-- Parcels: what they cost, whose they are, where they are.

create table parcel_quote (
  id uuid primary key,
  -- What was asked, as the contract's ParcelQuoteInput.
  asked jsonb not null,
  route_id int not null references parcel_route,
  operator_id uuid not null references operator,
  trip_id uuid not null references trip,
  leg_from smallint not null,
  leg_to smallint not null,
  -- { lines, total_kobo }
  price jsonb not null,
  total_kobo bigint not null check (total_kobo > 0),
  valid_until timestamptz not null,
  created_at timestamptz not null default now()
);
create index parcel_quote_old on parcel_quote (valid_until);
comment on table parcel_quote is 'parcels: prices that were told, without anybody''s name';

-- How far a parcel's journey has come. `rank` orders what scans say, whatever order they arrive in: the
-- highest wins, within a rank the latest. Null: a state that no scan's rank decides.
create table parcel_state (
  state text primary key,
  rank smallint,
  is_end boolean not null default false
);
comment on table parcel_state is 'parcels: what a parcel can be';
insert into parcel_state (state, rank, is_end) values
  ('pending_payment', 0, false), ('paid', 1, false), ('received', 2, false),
  ('loaded', 3, false), ('in_transit', 3, false), ('at_hub', 3, false),
  ('ready_for_pickup', 4, false), ('out_for_delivery', 4, false), ('return_in_transit', 5, false),
  ('delivered', 9, true), ('returned', 9, true), ('cancelled', 9, true),
  -- Something holds it where it is, until a later scan says that it goes on.
  ('on_hold', null, false), ('damaged', null, false), ('lost', null, false);

create table parcel_transition (
  from_state text not null references parcel_state,
  to_state text not null references parcel_state,
  primary key (from_state, to_state)
);
comment on table parcel_transition is 'parcels: which state may follow which';
-- Scans may be lost on the way, so a paid parcel's state may leap ahead, but never falls back to a lower rank.
insert into parcel_transition
  select a.state, b.state from parcel_state a, parcel_state b
  where a.state <> b.state and not a.is_end and a.state <> 'pending_payment' and b.state not in ('pending_payment', 'paid', 'cancelled')
    and (coalesce(a.rank, 2) <= coalesce(b.rank, 9));
insert into parcel_transition values
  ('pending_payment', 'paid'), ('pending_payment', 'cancelled'), ('paid', 'cancelled'), ('received', 'cancelled'),
  ('on_hold', 'cancelled');

create sequence waybill_number;

create table parcel (
  id uuid primary key,
  -- What anybody may follow it by: 50 random bits and a check character.
  tracking_id text not null unique,
  -- The prefix of the state where it starts, eight digits and a check character; once it is paid.
  waybill text unique,
  user_id uuid not null references person,
  quote_id uuid not null unique references parcel_quote,
  state text not null default 'pending_payment' references parcel_state,
  -- The state before this one; null for a parcel that never moved.
  came_from text,
  constraint only_allowed_moves foreign key (came_from, state) references parcel_transition (from_state, to_state),
  constraint begins_unpaid check (came_from is not null or state = 'pending_payment'),
  route_id int not null references parcel_route,
  operator_id uuid not null references operator,
  -- The departure it is planned for.
  trip_id uuid not null references trip,
  leg_from smallint not null,
  leg_to smallint not null,
  size_code text not null references parcel_size (code),
  -- What it is charged for.
  weight_grams int not null check (weight_grams > 0),
  -- Own measures in centimetres, length, width and height.
  measures smallint[] check (cardinality(measures) = 3),
  type_code text not null references parcel_type (code),
  add_ons text[] not null default '{}',
  declared_value_kobo bigint not null check (declared_value_kobo >= 0),
  cover_kobo bigint not null check (cover_kobo between 0 and declared_value_kobo),
  -- A counter, or null for a door.
  drop_off_location_id int references parcel_location,
  pick_up_location_id int references parcel_location,
  -- Who and what; forgotten 30 days after the end.
  drop_off_address text,
  pick_up_address text,
  sender_name text,
  sender_phone text,
  receiver_name text,
  receiver_phone text,
  contents text,
  price jsonb not null,
  total_kobo bigint not null check (total_kobo > 0),
  paid_kobo bigint not null default 0 check (paid_kobo in (0, total_kobo)),
  pay_until timestamptz not null,
  paid_at timestamptz,
  -- The hash of the pickup PIN, of which the `pin_issue`th is good, and wrong ones said since.
  pin_hash bytea check (octet_length(pin_hash) = 32),
  pin_issue smallint not null default 0,
  pin_tries smallint not null default 0 check (pin_tries between 0 and 5),
  -- When the right PIN was said.
  proved_at timestamptz,
  constraint handed_out_by_pin check (state not in ('delivered', 'returned') or proved_at is not null),
  constraint paid_before_it_moves check (state in ('pending_payment', 'cancelled') or paid_kobo = total_kobo),
  -- As the last loading scan said.
  loaded_trip_id uuid references trip,
  loaded_at timestamptz,
  plate text,
  driver_name text,
  driver_phone text,
  -- When it could first be collected, from which storage is counted, and when its journey ended.
  ready_at timestamptz,
  ended_at timestamptz,
  -- The number its sender's phone gave it.
  client_ref uuid,
  created_at timestamptz not null default now(),
  unique (user_id, client_ref)
);
create index parcel_user on parcel (user_id, created_at desc);
create index parcel_operator on parcel (operator_id, trip_id) where state not in ('delivered', 'returned', 'cancelled');
create index parcel_unpaid on parcel (pay_until) where state = 'pending_payment';
create index parcel_ended on parcel (ended_at) where sender_name is not null;
comment on table parcel is 'parcels: what people send';

-- The old state is noted with every new one, so that the pair meets its foreign key.
create function note_where_it_came_from() returns trigger language plpgsql as $$
begin
  new.came_from := old.state;
  return new;
end $$;
create trigger parcel_moves before update on parcel for each row
  when (old.state is distinct from new.state) execute function note_where_it_came_from();

create table parcel_event (
  -- Made by the scanner, so that what is sent twice is counted once.
  id uuid primary key,
  parcel_id uuid not null references parcel,
  kind text not null check (kind in ('created', 'paid', 'cancelled', 'received', 'loaded', 'in_transit', 'at_hub',
    'ready_for_pickup', 'out_for_delivery', 'delivered', 'on_hold', 'damaged', 'lost', 'return_in_transit', 'returned')),
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Null: our own.
  operator_id uuid references operator,
  key_id uuid references operator_key,
  -- A public motor park.
  motor_park_id uuid references motor_park,
  trip_id uuid references trip
);
create index parcel_event_parcel on parcel_event (parcel_id, occurred_at);
comment on table parcel_event is 'parcels: what happened to them, append-only';

create function parcel_events_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'parcel events are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger parcel_event_append_only before update or delete on parcel_event
  for each row execute function parcel_events_are_append_only();
create trigger parcel_event_no_truncate before truncate on parcel_event
  for each statement execute function parcel_events_are_append_only();

create table parcel_claim (
  id uuid primary key,
  parcel_id uuid not null references parcel,
  kind text not null check (kind in ('lost', 'damaged', 'missing')),
  words text not null,
  asked_kobo bigint not null check (asked_kobo > 0),
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  paid_kobo bigint not null default 0 check (paid_kobo >= 0),
  answer text,
  key_id uuid references operator_key,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'accepted') = (paid_kobo > 0)),
  constraint never_more_than_asked check (paid_kobo <= asked_kobo)
);
-- One open claim, and one that was paid.
create unique index parcel_claim_once on parcel_claim (parcel_id) where state in ('open', 'accepted');
create index parcel_claim_parcel on parcel_claim (parcel_id);
comment on table parcel_claim is 'parcels: damage and loss that senders claim';

create table parcel_photo (
  id uuid primary key,
  parcel_id uuid not null references parcel on delete cascade,
  -- Null: of the parcel itself.
  claim_id uuid references parcel_claim on delete cascade,
  number smallint not null check (number between 1 and 3),
  jpeg bytea not null check (octet_length(jpeg) <= 5 * 1024 * 1024),
  created_at timestamptz not null default now(),
  unique nulls not distinct (parcel_id, claim_id, number)
);
comment on table parcel_photo is 'parcels: photos of them, made anew without what cameras write into them';
