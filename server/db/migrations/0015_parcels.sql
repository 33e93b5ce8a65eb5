-- Parcels from counter to counter: prices, the journey by its scans, claims for damage and loss, photos.

insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('parcel', 'open_parcel', 'lock_parcel', 'fulfil_parcel', 'parcel_shares', 'vat_of_fee', null);

create table parcel_quote (
  id uuid primary key,
  -- The contract's ParcelQuoteInput.
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
comment on table parcel_quote is 'parcels: quoted prices, without anybody''s name';
create index parcel_quote_old on parcel_quote (valid_until);
create index parcel_quote_trip on parcel_quote (trip_id);

-- `rank` orders scans, which may arrive late, twice or out of order. The highest rank decides the state; within a
-- rank, the latest scan does. Null for a state outside of this order.
create table parcel_state (
  state text primary key,
  rank smallint,
  is_end boolean not null default false
);
comment on table parcel_state is 'parcels: states of a parcel';
insert into parcel_state (state, rank, is_end) values
  ('pending_payment', 0, false), ('paid', 1, false), ('received', 2, false),
  ('loaded', 3, false), ('in_transit', 3, false), ('at_hub', 3, false),
  ('ready_for_pickup', 4, false), ('out_for_delivery', 4, false), ('return_in_transit', 5, false),
  ('delivered', 9, true), ('returned', 9, true), ('cancelled', 9, true),
  -- The parcel stays where it is until a later scan.
  ('on_hold', null, false), ('damaged', null, false), ('lost', null, false);

create table parcel_transition (
  from_state text not null references parcel_state,
  to_state text not null references parcel_state,
  primary key (from_state, to_state)
);
comment on table parcel_transition is 'parcels: which state may follow which';
-- Scans can get lost, so the state of a paid parcel may skip states, but never goes back to a lower rank.
insert into parcel_transition
  select a.state, b.state from parcel_state a, parcel_state b
  where a.state <> b.state and not a.is_end and a.state <> 'pending_payment'
    and b.state not in ('pending_payment', 'paid', 'cancelled')
    and coalesce(a.rank, 2) <= coalesce(b.rank, 9);
insert into parcel_transition values
  ('pending_payment', 'paid'), ('pending_payment', 'cancelled'), ('paid', 'cancelled'), ('received', 'cancelled'),
  ('on_hold', 'cancelled');

-- The eight digits in a waybill's number.
create sequence waybill_number;

create table parcel (
  id uuid primary key,
  -- With it anybody can track the parcel: 50 random bits and a check character.
  tracking_id text not null unique,
  -- Given on payment: the prefix of the state where it starts, eight digits and a check character.
  waybill text unique,
  user_id uuid not null references person,
  quote_id uuid not null unique references parcel_quote,
  state text not null default 'pending_payment' references parcel_state,
  -- The state before this one; null for a parcel that never moved.
  came_from text,
  route_id int not null references parcel_route,
  operator_id uuid not null references operator,
  -- The departure it is planned for.
  trip_id uuid not null references trip,
  leg_from smallint not null,
  leg_to smallint not null,
  size_code text not null references parcel_size (code),
  -- The weight that is charged.
  weight_grams int not null check (weight_grams > 0),
  -- Length, width and height in centimetres, of a parcel outside the sizes.
  measures smallint[] check (cardinality(measures) = 3),
  type_code text not null references parcel_type (code),
  add_ons text[] not null default '{}',
  declared_value_kobo bigint not null check (declared_value_kobo >= 0),
  cover_kobo bigint not null check (cover_kobo between 0 and declared_value_kobo),
  -- A counter, or null for a door.
  drop_off_location_id int references parcel_location,
  pick_up_location_id int references parcel_location,
  -- Emptied 30 days after the end, like `note`.
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
  -- Hash and number of the valid pickup PIN, and the wrong tries since it was issued.
  pin_hash bytea check (octet_length(pin_hash) = 32),
  pin_issue smallint not null default 0,
  pin_tries smallint not null default 0 check (pin_tries between 0 and 5),
  -- When the correct PIN was entered.
  proved_at timestamptz,
  -- From the last loading scan.
  loaded_trip_id uuid references trip,
  loaded_at timestamptz,
  plate text,
  driver_name text,
  driver_phone text,
  -- When it could first be collected, from which storage is charged, and when its journey ended.
  ready_at timestamptz,
  ended_at timestamptz,
  -- Id from the sender's phone: a request sent twice makes one parcel.
  client_ref uuid,
  created_at timestamptz not null default now(),
  -- The day on which the pickup PIN was last renewed, and how often on that day.
  pin_renewed_on date,
  pin_renewals smallint not null default 0 check (pin_renewals between 0 and 3),
  -- The time of the first `received` scan. Loss and damage count only from then on, so that the owner of a key cannot
  -- invent a claim.
  received_at timestamptz,
  -- For the foreign key of parcel_claim: who answers a claim depends on it.
  insured boolean not null generated always as ('full_cover' = any (add_ons)) stored,
  payable_id uuid references payable,
  -- The sender's request to the people who handle it.
  note text check (length(note) between 1 and 120),
  constraint only_allowed_moves foreign key (came_from, state) references parcel_transition (from_state, to_state),
  constraint begins_unpaid check (came_from is not null or state = 'pending_payment'),
  constraint handed_out_by_pin check (state not in ('delivered', 'returned') or proved_at is not null),
  constraint paid_before_it_moves check (state in ('pending_payment', 'cancelled') or paid_kobo = total_kobo),
  unique (user_id, client_ref),
  constraint paid_with_its_papers check (state <> 'paid' or num_nonnulls(waybill, pin_hash, paid_at) = 3),
  constraint taken_in_before_harm check (state not in ('lost', 'damaged') or received_at is not null),
  constraint parcel_insured unique (id, insured),
  constraint payable_under_its_id check (payable_id = id),
  constraint paid_as_a_payable check (paid_kobo = 0 or payable_id is not null)
);
comment on table parcel is 'parcels: parcels that people send';
create index parcel_user on parcel (user_id, created_at desc);
create index parcel_operator on parcel (operator_id, trip_id) where state not in ('delivered', 'returned', 'cancelled');
create index parcel_unpaid on parcel (pay_until) where state = 'pending_payment';
create index parcel_ended on parcel (ended_at) where sender_name is not null;
create index parcel_trip on parcel (trip_id);
create index parcel_loaded_trip on parcel (loaded_trip_id) where loaded_trip_id is not null;
create trigger parcel_moves before update on parcel for each row
  when (old.state is distinct from new.state) execute function record_prior_parcel_state();
create trigger parcel_frees_wallet after update of state on parcel for each row
  when (old.state = 'pending_payment' and new.state <> 'pending_payment')
  execute function free_wallet_hold();
create trigger parcel_unpaid_at_most before insert on parcel for each row
  when (new.state = 'pending_payment') execute function limit_unpaid_parcels();
create trigger notify_parcel_change after update of state on parcel
  for each row when (old.state is distinct from new.state) execute function notify_parcel_change();

create table parcel_event (
  -- Made by the scanner, so that a scan sent twice counts once.
  id uuid primary key,
  parcel_id uuid not null references parcel,
  kind text not null check (kind in (
    'created', 'paid', 'cancelled', 'received', 'loaded', 'in_transit', 'at_hub', 'ready_for_pickup',
    'out_for_delivery', 'delivered', 'on_hold', 'damaged', 'lost', 'return_in_transit', 'returned')),
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Null: our own.
  operator_id uuid references operator,
  key_id uuid references operator_key,
  -- Where it was scanned.
  motor_park_id uuid references motor_park,
  trip_id uuid references trip,
  -- The scanner's own time if occurred_at was corrected; it orders scans that were corrected to the same moment.
  said_at timestamptz
);
comment on table parcel_event is 'parcels: tracking events, append-only';
create index parcel_event_parcel on parcel_event (parcel_id, occurred_at);
-- A parcel is delivered or returned once.
create unique index parcel_event_end on parcel_event (parcel_id) where kind in ('delivered', 'returned');
create index parcel_event_trip on parcel_event (trip_id) where trip_id is not null;
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
  state text not null default 'open' check (state in ('open', 'to_be_paid', 'accepted', 'refused')),
  paid_kobo bigint not null default 0 check (paid_kobo >= 0),
  answer text,
  key_id uuid references operator_key,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- For ours_to_answer.
  insured boolean not null,
  -- The accepted sum, which is paid as soon as the account has enough money.
  granted_kobo bigint not null default 0 check (granted_kobo >= 0),
  answered_by text check (answered_by in ('operator', 'staff', 'old rules')),
  staff_key_id uuid references staff_key,
  -- What the operator recommends to our staff, and why.
  recommended_kobo bigint check (recommended_kobo >= 0),
  recommendation text,
  recommended_at timestamptz,
  -- The operator's member who answered or last recommended, and our member who answered, instead of a key.
  member_id uuid references member,
  staff_member_id uuid references member,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'accepted') = (paid_kobo > 0)),
  constraint never_more_than_asked check (paid_kobo <= asked_kobo),
  foreign key (parcel_id, insured) references parcel (id, insured),
  constraint granted_as_it_says check (
    (state in ('to_be_paid', 'accepted')) = (granted_kobo > 0) and granted_kobo <= asked_kobo),
  constraint paid_what_was_granted check (state <> 'accepted' or paid_kobo = granted_kobo),
  constraint answered_by_somebody check ((state = 'open') = (answered_by is null)),
  -- Our staff answer for insured parcels and above ₦10,000 (contract/parcels).
  constraint ours_to_answer check (answered_by is distinct from 'operator' or (not insured and asked_kobo <= 1000000)),
  constraint operator_answers_once check (num_nonnulls(key_id, member_id) <= 1),
  constraint staff_answer_by_somebody check (
    num_nonnulls(staff_key_id, staff_member_id) = case when answered_by = 'staff' then 1 else 0 end)
);
comment on table parcel_claim is 'parcels: claims of senders for loss and damage';
create index parcel_claim_parcel on parcel_claim (parcel_id);
create unique index parcel_claim_once on parcel_claim (parcel_id) where state in ('open', 'to_be_paid', 'accepted');
create index parcel_claim_waits on parcel_claim (decided_at) where state = 'to_be_paid';
create index parcel_claim_member on parcel_claim (member_id) where member_id is not null;
create index parcel_claim_staff_member on parcel_claim (staff_member_id) where staff_member_id is not null;
create trigger claims_granted_at_most before insert or update of granted_kobo, answered_by, decided_at on parcel_claim
  for each row when (new.answered_by = 'operator' and new.granted_kobo > 0) execute function limit_operator_claims();

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
comment on table parcel_photo is 'parcels: photos, encoded again without the camera''s metadata';
