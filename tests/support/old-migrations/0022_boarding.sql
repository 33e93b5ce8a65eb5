-- Operators call with keys of their own, and tell who came aboard.

-- One column could hold one key, without a name, an age or an end.
alter table operator drop column api_key_sha256;

create table operator_key (
  id uuid primary key,
  operator_id uuid not null references operator,
  -- What stands between `op_` and the secret: it finds the row and proves nothing.
  name text not null unique check (name ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  label text not null check (char_length(label) between 1 and 80),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index operator_key_operator on operator_key (operator_id);
comment on table operator_key is 'operators: keys with which operators call the API, by their hash';

create table boarding_scan (
  -- Made on the phone that checked, so that what is sent twice is counted once.
  id uuid primary key,
  operator_id uuid not null references operator,
  key_id uuid not null references operator_key,
  -- The bus at whose door the ticket was checked.
  trip_id uuid not null references trip,
  ticket_id bytea not null references ticket,
  seat smallint not null,
  issue smallint not null,
  verdict text not null check (verdict in ('valid', 'already_used', 'older_ticket', 'wrong_bus', 'cancelled')),
  scanned_at timestamptz not null,
  device uuid not null,
  place text,
  checked_by text,
  received_at timestamptz not null default now()
);
create index boarding_scan_ticket on boarding_scan (ticket_id, scanned_at) where verdict = 'valid';
comment on table boarding_scan is 'boarding: tickets checked at the door of a bus, append-only';

create function scans_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'scans are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger boarding_scan_append_only before update or delete on boarding_scan
  for each row execute function scans_are_append_only();
create trigger boarding_scan_no_truncate before truncate on boarding_scan
  for each statement execute function scans_are_append_only();

-- Who is aboard neither gives her seat back nor moves to another bus (the first is refused before it gets
-- here); her operator may still end the trip.
create function boarded_seats(p_booking uuid, p_seats smallint[]) returns smallint[] language sql stable as $$
  select coalesce(array_agg(seat order by seat), '{}') from ticket
  where booking_id = p_booking and seat = any (p_seats) and status = 'used'
$$;

create or replace function cancel_seats(p_booking uuid, p_seats smallint[], p_status text) returns void
language plpgsql as $$
begin
  update ticket set status = 'cancelled'
    where booking_id = p_booking and seat = any (p_seats) and status in ('valid', 'used');
  update passenger set state = 'cancelled'
    where booking_id = p_booking and seat = any (p_seats) and state = 'travelling';
  delete from seat_claim where booking_id = p_booking and seat = any (p_seats);
  update booking set status = p_status, cancelled_at = now()
    where id = p_booking
      and not exists (select from passenger where booking_id = p_booking and state = 'travelling');
end $$;

create or replace function move_booking(
  p_booking uuid, p_trip uuid, p_from smallint, p_to smallint, p_old smallint[], p_seats smallint[], p_types text[],
  p_fare jsonb, p_total_kobo bigint, p_fee_percent smallint, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns table (outcome text, taken smallint[]) language plpgsql as $$
declare
  b booking;
  sellable smallint[];
  next_issue int;
begin
  select * into b from booking where id = p_booking for update;
  if b.status is distinct from 'confirmed' or b.reschedules_left < 1 or b.trip_id = p_trip
    or boarded_seats(b.id, p_old) <> '{}'
  then
    return query select 'not_movable', '{}'::smallint[];
    return;
  end if;
  perform from trip where id in (b.trip_id, p_trip) order by id for share;
  sellable := sellable_seats(p_trip, p_from);
  if sellable is null then
    return query select 'trip_not_on_sale', '{}'::smallint[];
    return;
  end if;
  taken := array(select s from unnest(p_seats) s where s <> all (sellable))
    || seats_taken(p_trip, p_from, p_to, p_seats, '{}');
  select coalesce(max(issue), 0) + 1 into next_issue from ticket where booking_id = b.id;
  if taken <> '{}' or not sell_seats(b, p_trip, p_from, p_to, p_seats, next_issue, p_kid, p_ticket_ids, p_ticket_codes)
  then
    return query select 'seat_taken', case when taken = '{}' then p_seats else taken end;
    return;
  end if;
  update ticket set status = 'reissued' where booking_id = b.id and trip_id = b.trip_id and status = 'valid';
  delete from seat_claim where booking_id = b.id and trip_id = b.trip_id;
  perform seat_passengers(b.id, p_old, p_seats);
  update booking set trip_id = p_trip, leg_from = p_from, leg_to = p_to, seats = p_seats, passenger_types = p_types,
    fare = p_fare, total_kobo = p_total_kobo, reschedules_left = reschedules_left - 1, reseated = false,
    free_cancel_until = null, fee_percent_floor = greatest(fee_percent_floor, p_fee_percent) where id = b.id;
  return query select 'moved', '{}'::smallint[];
end $$;
