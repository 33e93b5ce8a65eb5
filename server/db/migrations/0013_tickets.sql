create domain ticket_status as text constraint ticket_status_check1 check (value in ('valid', 'used', 'cancelled', 'reissued'));

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
  status ticket_status not null,
  kid smallint not null,
  created_at timestamptz not null default now()
);
create index ticket_booking on ticket (booking_id);
-- The second guard: whatever becomes of seat_claim, one live ticket a seat and boarding leg.
create unique index ticket_live on ticket (trip_id, seat, leg_from) where status in ('valid', 'used');
-- Manifests ask for all tickets of a departure, people for their conversations, and both for what is over,
-- too; everybody asks for the best and the worst reviews.
create index ticket_trip on ticket (trip_id);
create trigger ticket_used_around_departure before update of status on ticket for each row
  when (new.status = 'used' and old.status <> 'used') execute function used_around_departure();
comment on table ticket is 'tickets: issued tickets; their payload is signed anew from this row';
