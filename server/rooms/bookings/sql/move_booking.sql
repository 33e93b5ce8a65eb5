-- Moves the passengers of a paid booking to seats of another trip and records the move. Returns moved | seat_taken
-- (with the seats) | seats_kept (for the waitlist) | trip_not_on_sale | not_movable (also while a job ends or reseats
-- the bookings of its trip). The passenger of p_old[i] gets p_seats[i]. Tickets are issued again. p_fee_percent: the
-- current cancellation fee, which is the minimum from then on. p_price_kobo: what the moved passengers have paid.
-- p_cancel_kobo: their refund if they cancelled now. If the new total is lower, the caller refunds the difference; if
-- it is higher, the caller collects the difference, which only the counter that sold the booking can do.
create or replace function move_booking(
  p_booking uuid, p_trip uuid, p_from smallint, p_to smallint, p_old smallint[], p_seats smallint[], p_types text[],
  p_fare jsonb, p_total_kobo bigint, p_fee_percent smallint, p_price_kobo bigint, p_cancel_kobo bigint, p_kid smallint,
  p_ticket_ids bytea[], p_ticket_codes text[]
) returns table (outcome text, taken smallint[]) language plpgsql as $$
declare
  b booking;
  more_kobo constant bigint := greatest(0, p_total_kobo - p_price_kobo);
  sellable smallint[];
  next_issue int;
begin
  select * into b from booking where id = p_booking for update;
  if b.status is distinct from 'confirmed' or b.reschedules_left < 1 or b.trip_id = p_trip
    or boarded_seats(b.id, p_old) <> '{}'
    or more_kobo > 0 and not exists (select from payment where payable_id = b.id and provider = 'counter')
  then
    return query select 'not_movable', '{}'::smallint[];
    return;
  end if;
  perform from trip where id in (b.trip_id, p_trip) order by id for share;
  -- A job is about to refund the booking, or to reseat it; after a move it would do neither.
  if exists (select from trip where id = b.trip_id and status = 'cancelled')
    or exists (select from vehicle_change where trip_id = b.trip_id and done_at is null)
  then
    return query select 'not_movable', '{}'::smallint[];
    return;
  end if;
  sellable := sellable_seats(p_trip, p_from);
  if sellable is null then
    return query select 'trip_not_on_sale', '{}'::smallint[];
    return;
  end if;
  taken := array(select s from unnest(p_seats) s where s <> all (sellable))
    || seats_taken(p_trip, p_from, p_to, p_seats, '{}');
  if taken = '{}' and room_beyond_queue(p_trip, p_from, p_to, sellable, '{}') < cardinality(p_seats) then
    return query select 'seats_kept', '{}'::smallint[];
    return;
  end if;
  select coalesce(max(issue), 0) + 1 into next_issue from ticket where booking_id = b.id;
  if taken <> '{}' or not sell_seats(b, p_trip, p_from, p_to, p_seats, next_issue, p_kid, p_ticket_ids, p_ticket_codes)
  then
    return query select 'seat_taken', case when taken = '{}' then p_seats else taken end;
    return;
  end if;
  perform replace_tickets(b.id, b.trip_id, null);
  delete from seat_claim where booking_id = b.id and trip_id = b.trip_id;
  perform seat_passengers(b.id, p_old, p_seats);
  insert into booking_move (booking_id, number, trip_id, leaves_at, fee_percent, price_kobo, cancel_kobo, back_kobo,
      added_kobo)
    select b.id, count(*) + 1, b.trip_id, boards_at(b.trip_id, b.leg_from), greatest(b.fee_percent_floor, p_fee_percent),
      p_price_kobo, p_cancel_kobo, greatest(0, p_price_kobo - p_total_kobo), more_kobo
    from booking_move m where m.booking_id = b.id;
  update booking set trip_id = p_trip, leg_from = p_from, leg_to = p_to, seats = p_seats, passenger_types = p_types,
    fare = p_fare, total_kobo = p_total_kobo, paid_kobo = paid_kobo + more_kobo,
    reschedules_left = reschedules_left - 1, reseated = false, free_cancel_until = null,
    fee_percent_floor = greatest(fee_percent_floor, p_fee_percent) where id = b.id;
  return query select 'moved', '{}'::smallint[];
end $$;
