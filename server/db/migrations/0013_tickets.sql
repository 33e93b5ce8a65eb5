-- Tickets. The signed payload is not stored: it is signed again from the row.

create domain ticket_status as text check (value in ('valid', 'used', 'cancelled', 'reissued'));

create table ticket (
  -- Eight random bytes, which the signed payload contains.
  id bytea primary key check (octet_length(id) = 8),
  code text not null unique,
  booking_id uuid not null references booking,
  trip_id uuid not null references trip,
  seat smallint not null,
  leg_from smallint not null,
  leg_to smallint not null,
  issue smallint not null default 1,
  status ticket_status not null,
  kid smallint not null,
  created_at timestamptz not null default now()
);
create index ticket_booking on ticket (booking_id);
-- A second guard beside seat_claim: at most one valid ticket per seat and boarding leg.
create unique index ticket_live on ticket (trip_id, seat, leg_from) where status in ('valid', 'used');
create index ticket_trip on ticket (trip_id);
create trigger ticket_used_around_departure before update of status on ticket for each row
  when (new.status = 'used' and old.status <> 'used') execute function check_use_time();
comment on table ticket is 'tickets: issued tickets; their payload is signed anew from this row';
