create table ticket (
  -- Eight random bytes: what the signed payload carries.
  id bytea primary key check (octet_length(id) = 8),
  code text not null unique,
  booking_id uuid not null references booking,
  trip_id uuid not null references trip,
  seat smallint not null,
  leg_from smallint not null,
  leg_to smallint not null,
  issue smallint not null default 1,
  status text not null check (status in ('valid', 'used', 'cancelled', 'reissued')),
  kid smallint not null,
  created_at timestamptz not null default now()
);
create index ticket_booking on ticket (booking_id);
-- The second guard: whatever becomes of seat_claim, one live ticket a seat and boarding leg.
create unique index ticket_live on ticket (trip_id, seat, leg_from) where status in ('valid', 'used');
comment on table ticket is 'tickets: issued tickets; their payload is signed anew from this row';
