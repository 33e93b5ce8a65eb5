create table booking (
  id uuid primary key,
  reference text not null unique,
  trip_id uuid not null references trip,
  leg_from smallint not null check (leg_from >= 0),
  leg_to smallint not null,
  seats smallint[] not null check (cardinality(seats) between 1 and 6),
  passenger_types text[] not null,
  status text not null check (status in
    ('held', 'awaiting_payment', 'confirmed', 'travelled', 'completed', 'expired', 'cancelled', 'operator_cancelled')),
  user_id uuid,
  guest_token_sha256 bytea,
  -- Who holds, for the limit of open holds: user, device or address.
  holder text not null,
  contact_name text,
  contact_phone text,
  contact_email text,
  kin_name text,
  kin_phone text,
  kin_relationship text,
  insurance boolean not null default false,
  -- { lines, total_kobo } as contract/money.ts has it, frozen when the hold was made.
  fare jsonb not null,
  total_kobo bigint not null check (total_kobo >= 0),
  paid_kobo bigint not null default 0 check (paid_kobo >= 0),
  refunded_kobo bigint not null default 0 check (refunded_kobo >= 0),
  hold_expires_at timestamptz,
  hold_extended boolean not null default false,
  reseated boolean not null default false,
  free_cancel_until timestamptz,
  reschedules_left smallint not null default 1 check (reschedules_left >= 0),
  -- The highest fee a cancellation would have had when the booking was moved: moving does not lower it.
  fee_percent_floor smallint not null default 0 check (fee_percent_floor between 0 and 100),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  check (leg_from < leg_to),
  check (cardinality(seats) = cardinality(passenger_types)),
  check (refunded_kobo <= paid_kobo)
);
create index booking_trip on booking (trip_id);
create index booking_user on booking (user_id) where user_id is not null;
create index booking_phone on booking (contact_phone) where contact_phone is not null;
create index booking_holder on booking (holder) where status in ('held', 'awaiting_payment');
create index booking_open_until on booking (hold_expires_at) where status in ('held', 'awaiting_payment');
-- Next of kin and the passengers' addresses come together and are let go together.
create index booking_with_kin on booking (trip_id) where kin_name is not null;
create index booking_under_way on booking (trip_id) where status = 'travelled';
comment on table booking is 'bookings: held, paid and past bookings';

create table passenger (
  booking_id uuid not null references booking on delete cascade,
  seat smallint not null,
  full_name text not null,
  gender text not null check (gender in ('female', 'male')),
  passenger_type text not null references passenger_type (code),
  phone text,
  address text not null,
  state text not null default 'travelling' check (state in ('travelling', 'cancelled'))
);
-- A cancelled passenger stays in the history of her booking while another may sit on that number.
create unique index passenger_seat on passenger (booking_id, seat) where state = 'travelling';
create index passenger_booking on passenger (booking_id);
comment on table passenger is 'bookings: the manifest, one traveller a seat';

-- The only truth about who has a seat. A row with a deadline is a hold; without one the seat is sold or blocked.
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
create index seat_claim_booking on seat_claim (booking_id) where booking_id is not null;
comment on table seat_claim is 'bookings: who has which seat on which leg';
