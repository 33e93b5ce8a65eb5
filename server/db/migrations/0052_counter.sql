-- Seats that a clerk sets aside for a phone, which sells them without a network.

-- The fares are those of the moment, at which the phone sells. A claim's block_id is the id of its allotment.
create table seat_allotment (
  id uuid primary key,
  shift_id uuid not null references counter_shift,
  device uuid not null,
  trip_id uuid not null references trip,
  leg_from smallint not null,
  leg_to smallint not null check (leg_to > leg_from),
  sell_until timestamptz not null,
  seat_fare_kobo kobo not null,
  park_fee_kobo kobo not null,
  -- [{ code, label, fare_percent }]
  passenger_types jsonb not null,
  kid smallint not null,
  made_at timestamptz not null default clock_timestamp()
);
comment on table seat_allotment is 'counter: seats of a departure that are set aside for a phone';
create index seat_allotment_shift on seat_allotment (shift_id);
create index seat_allotment_trip on seat_allotment (trip_id);

create table allotted_seat (
  allotment_id uuid not null references seat_allotment,
  seat smallint not null check (seat > 0),
  -- Of its ticket, which is signed before the sale.
  ticket_id bytea not null check (octet_length(ticket_id) = 8),
  ticket_code text not null,
  booking_id uuid references booking,
  -- When it was sold by the phone's clock.
  sold_at timestamptz,
  released_at timestamptz,
  -- When somebody boarded with its ticket, if the door reported that before any sale.
  boarded_at timestamptz,
  primary key (allotment_id, seat),
  constraint sold_or_released check (num_nonnulls(booking_id, released_at) <= 1),
  constraint a_sale_has_its_time check (num_nulls(booking_id, sold_at) in (0, 2))
);
comment on table allotted_seat is 'counter: seats of allotments with their tickets, and what became of them';
create unique index allotted_seat_ticket on allotted_seat (ticket_id);
create index allotted_seat_booking on allotted_seat (booking_id) where booking_id is not null;
