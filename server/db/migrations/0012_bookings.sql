-- Seats that people hold and pay for: bookings, their passengers, the claim of each seat, changes, reminders,
-- and guest access.

create domain booking_status as text check (value in
  ('held', 'awaiting_payment', 'confirmed', 'travelled', 'completed', 'expired', 'cancelled', 'operator_cancelled'));
create domain way as text check (value in ('out', 'back'));
create domain gender as text check (value in ('female', 'male'));
create domain passenger_state as text check (value in ('travelling', 'cancelled'));

insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('booking', 'open_booking', 'lock_booking', 'fulfil_booking', 'booking_shares', null, null),
  ('return_trip', 'open_return_trip', 'lock_return_trip', 'fulfil_return_trip', 'return_trip_shares', null, null);

-- Two bookings, outbound and return, that are paid together. Each has its own departure, seats, tickets and money, so
-- that one can be cancelled or moved without the other.
create table return_trip (
  id uuid primary key,
  payable_id uuid references payable,
  created_at timestamptz not null default now(),
  constraint payable_under_its_id check (payable_id = id)
);
comment on table return_trip is 'bookings: outbound and return bookings that are paid as one';

create table booking (
  id uuid primary key,
  reference text not null unique,
  trip_id uuid not null references trip,
  leg_from smallint not null check (leg_from >= 0),
  leg_to smallint not null,
  seats smallint[] not null check (cardinality(seats) between 1 and 6),
  passenger_types text[] not null,
  status booking_status not null,
  user_id uuid,
  guest_token_sha256 bytea,
  -- The user, device or address that holds the seats, for the limit of open holds.
  holder text not null,
  contact_name text,
  contact_phone text,
  contact_email text,
  kin_name text,
  kin_phone text,
  kin_relationship text,
  insurance boolean not null default false,
  -- { lines, total_kobo } in the form of contract/money.ts, frozen when the hold was made.
  fare jsonb not null,
  total_kobo kobo not null,
  paid_kobo kobo not null default 0,
  refunded_kobo kobo not null default 0,
  hold_expires_at timestamptz,
  hold_extended boolean not null default false,
  reseated boolean not null default false,
  free_cancel_until timestamptz,
  reschedules_left smallint not null default 1 check (reschedules_left >= 0),
  -- The highest fee of a cancellation at any earlier move, since moving must not lower it.
  fee_percent_floor percent not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  -- When a travelled booking earned its points.
  rewarded_at timestamptz,
  -- A keyed hash of the network that the hold came from, deleted after two days. How much a network may hold depends
  -- on what it has paid for recently, since devices can be invented and thousands of honest phones share one address.
  -- A known holder (is_vouched) does not count towards the limit.
  network text,
  is_vouched boolean not null default true,
  payable_id uuid references payable,
  return_trip_id uuid references return_trip,
  way way,
  check (leg_from < leg_to),
  check (cardinality(seats) = cardinality(passenger_types)),
  check (refunded_kobo <= paid_kobo),
  constraint booking_user foreign key (user_id) references person,
  constraint payable_under_its_id check (payable_id = id),
  constraint paid_as_a_payable check (paid_kobo = 0 or payable_id is not null),
  constraint way_of_a_return_trip check ((way is null) = (return_trip_id is null))
);
comment on table booking is 'bookings: held, paid and past bookings';
create index booking_trip on booking (trip_id);
create index booking_user on booking (user_id) where user_id is not null;
create index booking_phone on booking (contact_phone) where contact_phone is not null;
create index booking_holder on booking (holder) where status in ('held', 'awaiting_payment');
create index booking_open_until on booking (hold_expires_at) where status in ('held', 'awaiting_payment');
-- Next of kin and the passengers' addresses are deleted together.
create index booking_with_kin on booking (trip_id) where kin_name is not null;
create index booking_under_way on booking (trip_id) where status = 'travelled';
-- A new account finds its earlier bookings as a guest by email and phone.
create index booking_guest_email on booking (lower(contact_email))
  where user_id is null and contact_email is not null;
create index booking_to_reward on booking (id)
  where user_id is not null and rewarded_at is null and status in ('travelled', 'completed');
create index booking_network on booking (network, created_at) where network is not null;
create index booking_paid_holder on booking (holder) where status in ('confirmed', 'travelled', 'completed');
create unique index booking_return_trip on booking (return_trip_id, way) where return_trip_id is not null;
create trigger booking_phone_ends_proofs after update of contact_phone on booking for each row
  when (old.contact_phone is not null and old.contact_phone is distinct from new.contact_phone)
  execute function delete_booking_proofs();
create trigger booking_frees_wallet after update of status on booking for each row
  when (old.status = any ('{held,awaiting_payment}'::text[]) and new.status <> all ('{held,awaiting_payment}'::text[]))
  execute function free_wallet_hold();
create trigger booking_frees_return_trip after update of status on booking
  for each row when (new.return_trip_id is not null and new.status <> all ('{held,awaiting_payment}'::text[]))
  execute function free_return_trip_hold();
create trigger notify_booking_change after update of status on booking
  for each row when (new.user_id is not null and old.status is distinct from new.status)
  execute function notify_booking_change();

create table passenger (
  booking_id uuid not null references booking on delete cascade,
  seat smallint not null,
  full_name text not null,
  gender gender not null,
  passenger_type text not null references passenger_type (code),
  phone text,
  address text not null,
  state passenger_state not null default 'travelling',
  infant_name text
);
-- Another traveller may get the seat of a cancelled one.
create unique index passenger_seat on passenger (booking_id, seat) where state = 'travelling';
create index passenger_booking on passenger (booking_id);
comment on table passenger is 'bookings: the manifest, one traveller per seat';
comment on column passenger.infant_name is
  'the baby on their lap, who has no seat but is on the manifest; deleted with the address and the phone';

-- Who has a seat. Only this table decides. With a deadline the seat is held, without one it is sold or blocked.
create table seat_claim (
  trip_id uuid not null references trip,
  seat smallint not null check (seat > 0),
  leg smallint not null check (leg >= 0),
  booking_id uuid references booking,
  block_id uuid,
  expires_at timestamptz,
  primary key (trip_id, seat, leg),
  constraint one_owner check (num_nonnulls(booking_id, block_id) = 1),
  constraint a_block_has_no_deadline check (block_id is null or expires_at is null)
);
comment on table seat_claim is 'bookings: who has which seat on which leg';
create index seat_claim_booking on seat_claim (booking_id) where booking_id is not null;

-- The fee of a cancellation after a move is that of the stricter trip and the higher price, so that moving first never
-- gives back more than cancelling.
create table booking_move (
  booking_id uuid not null references booking,
  number smallint not null check (number > 0),
  -- The departure it was moved from, and its time.
  trip_id uuid not null references trip,
  leaves_at timestamptz not null,
  -- The cancellation fee at that moment, which is the minimum from then on.
  fee_percent smallint not null check (fee_percent between 0 and 100),
  -- What the moved travellers had paid, what a cancellation would have refunded of it, and what the move did.
  price_kobo bigint not null,
  cancel_kobo bigint not null,
  back_kobo bigint not null,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (booking_id, number),
  constraint no_more_than_cancelling check (back_kobo between 0 and cancel_kobo and cancel_kobo <= price_kobo)
);
comment on table booking_move is 'bookings: departures that bookings were moved from, append-only';
create index booking_move_trip on booking_move (trip_id);
create trigger booking_move_append_only before update or delete on booking_move
  for each row execute function moves_are_append_only();
create trigger booking_move_no_truncate before truncate on booking_move
  for each statement execute function moves_are_append_only();

-- A departure that gets another vehicle. A job gives its travellers new seats, booking by booking. Until the job is
-- done, no seat of the departure is sold.
create table vehicle_change (
  id uuid primary key,
  trip_id uuid not null references trip,
  from_vehicle text not null references vehicle_type (code),
  to_vehicle text not null references vehicle_type (code),
  -- The value of a seat as a percentage of the old one. Below 100, the difference is refunded.
  worth_percent smallint not null check (worth_percent between 1 and 100),
  asked_at timestamptz not null default now(),
  done_at timestamptz,
  constraint another_vehicle check (from_vehicle <> to_vehicle)
);
comment on table vehicle_change is 'bookings: departures that got another vehicle';
create unique index vehicle_change_open on vehicle_change (trip_id) where done_at is null;
create index vehicle_change_trip on vehicle_change (trip_id);

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
comment on table booking_reseat is 'bookings: what a change of vehicle did to a booking';
create index booking_reseat_booking on booking_reseat (booking_id);

create table trip_reminder (
  booking_id uuid not null references booking on delete cascade,
  trip_id uuid not null references trip on delete cascade,
  sent_at timestamptz not null default now(),
  -- One reminder per trip: a booking that was moved gets one for its new trip.
  primary key (booking_id, trip_id)
);
comment on table trip_reminder is 'bookings: reminders sent on the evening before a trip';
create index trip_reminder_trip on trip_reminder (trip_id);

-- Reference and phone alone show only the status of a guest's booking. Names, tickets and changes need the token of
-- the person who booked, or a code sent to the contact's phone. Each device has its own code, so that nobody's wrong
-- guesses end another's.
create table booking_code (
  booking_id uuid not null references booking on delete cascade,
  device text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  -- Referred to by booking_proof.code_id, so that a code lets one device in, once.
  id uuid not null default gen_random_uuid(),
  primary key (booking_id, device)
);
comment on table booking_code is 'bookings: codes that let a device into a guest''s booking, hashed';

-- Tokens that devices received for a correct code. They open the booking like the token of the person who booked.
create table booking_proof (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  booking_id uuid not null references booking on delete cascade,
  device text not null,
  created_at timestamptz not null default now(),
  code_id uuid unique
);
create index booking_proof_booking on booking_proof (booking_id);
comment on table booking_proof is 'bookings: devices that were let into a guest''s booking, by the hash of their token';
comment on column booking_proof.code_id is 'the code it was given for';

create table spent_proof (
  id text primary key,
  expires_at timestamptz not null
);
comment on table spent_proof is 'bookings: proofs of work that have been used, each once';
create index spent_proof_expires_at on spent_proof (expires_at);
