-- A moved booking remembers where it came from: the fee of a later cancellation is that of the stricter of the
-- two trips, on the dearer of the two prices, so that moving first never gives back more than cancelling.

create table booking_move (
  booking_id uuid not null references booking,
  number smallint not null check (number > 0),
  -- The departure it came from, and when that was to leave.
  trip_id uuid not null references trip,
  leaves_at timestamptz not null,
  -- What cancelling would have kept then, and from then on keeps at least.
  fee_percent smallint not null check (fee_percent between 0 and 100),
  -- What those who moved had paid for it, what cancelling would have given back of it, and what moving did.
  price_kobo bigint not null,
  cancel_kobo bigint not null,
  back_kobo bigint not null,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (booking_id, number),
  constraint no_more_than_cancelling check (back_kobo between 0 and cancel_kobo and cancel_kobo <= price_kobo)
);
create index booking_move_trip on booking_move (trip_id);
comment on table booking_move is 'bookings: where moved bookings came from, append-only';
create function moves_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'moves are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger booking_move_append_only before update or delete on booking_move
  for each row execute function moves_are_append_only();
create trigger booking_move_no_truncate before truncate on booking_move
  for each statement execute function moves_are_append_only();

-- As before, and it notes the move. p_price_kobo: what those who move have paid; p_cancel_kobo: what
-- cancelling would give back of it now. The difference to the new total goes back.
drop function move_booking(uuid, uuid, smallint, smallint, smallint[], smallint[], text[], jsonb, bigint, smallint, smallint,
  bytea[], text[]);
create function move_booking(
  p_booking uuid, p_trip uuid, p_from smallint, p_to smallint, p_old smallint[], p_seats smallint[], p_types text[],
  p_fare jsonb, p_total_kobo bigint, p_fee_percent smallint, p_price_kobo bigint, p_cancel_kobo bigint, p_kid smallint,
  p_ticket_ids bytea[], p_ticket_codes text[]
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
  insert into booking_move (booking_id, number, trip_id, leaves_at, fee_percent, price_kobo, cancel_kobo, back_kobo)
    select b.id, count(*) + 1, b.trip_id, boards_at(b.trip_id, b.leg_from), greatest(b.fee_percent_floor, p_fee_percent),
      p_price_kobo, p_cancel_kobo, p_price_kobo - p_total_kobo
    from booking_move m where m.booking_id = b.id;
  update booking set trip_id = p_trip, leg_from = p_from, leg_to = p_to, seats = p_seats, passenger_types = p_types,
    fare = p_fare, total_kobo = p_total_kobo, reschedules_left = reschedules_left - 1, reseated = false,
    free_cancel_until = null, fee_percent_floor = greatest(fee_percent_floor, p_fee_percent) where id = b.id;
  return query select 'moved', '{}'::smallint[];
end $$;
