-- Free seats on these legs, as near to each other as there are: the window of n seats in the order of
-- rows that spans the fewest rows. Null when fewer than n are free.
create function seats_together(p_trip uuid, p_from smallint, p_to smallint, p_count int, p_mine uuid)
returns smallint[] language sql volatile as $$
  with layout as (
    select (seat ->> 'number')::smallint as number, (seat ->> 'row')::int as line, (seat ->> 'column')::int as place
    from trip t
    join schedule s on s.id = t.schedule_id
    join vehicle_type v on v.code = s.vehicle_type, jsonb_array_elements(v.layout -> 'seats') seat
    where t.id = p_trip and (seat ->> 'number')::smallint = any (v.sellable)
  ), free as (
    select * from layout
    where number <> all (seats_taken(p_trip, p_from, p_to, (select array_agg(number) from layout), array[p_mine]))
      and not exists (select from ticket k where k.trip_id = p_trip and k.seat = number
        and k.status in ('valid', 'used') and k.leg_from < p_to and k.leg_to > p_from)
  ), spans as (
    select array_agg(number) over w as numbers, last_value(line) over w - line as spread, line, place
    from free window w as (order by line, place rows between current row and p_count - 1 following)
  )
  select numbers from spans where cardinality(numbers) = p_count order by spread, line, place limit 1
$$;

-- Claims seats for good and issues their tickets, all or nothing. False when somebody has one of them:
-- by a claim, or by a live ticket although the claims say otherwise (the second guard). A deadlock says
-- nothing about who has them: it undoes the whole transaction, which is then tried again.
create function sell_seats(
  p_booking booking, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_issue int, p_kid smallint,
  p_ticket_ids bytea[], p_ticket_codes text[]
) returns boolean language plpgsql as $$
begin
  if not take_seats(p_booking.id, p_trip, p_from, p_to, p_seats, null, array[p_booking.id]) then
    raise exception using errcode = 'WK001';
  end if;
  insert into ticket (id, code, booking_id, trip_id, seat, leg_from, leg_to, issue, status, kid)
  select t.id, t.code, p_booking.id, p_trip, t.seat, p_from, p_to, p_issue, 'valid', p_kid
  from unnest(p_ticket_ids, p_ticket_codes, p_seats) t (id, code, seat)
  where t.seat is not null;
  return true;
exception when sqlstate 'WK001' or unique_violation then
  return false;
end $$;

-- Money has landed for a booking: its own seats, else the same seats again, else others, else none.
-- confirmed | confirmed_other_seats | already_confirmed | no_seats. The money is the caller's.
create function confirm_booking(p_booking uuid, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[])
returns text language plpgsql as $$
declare
  b booking;
  can_board boolean;
  others smallint[];
begin
  select * into b from booking where id = p_booking for update;
  if b.status in ('confirmed', 'travelled', 'completed') then return 'already_confirmed'; end if;
  if b.id is null or b.status in ('cancelled', 'operator_cancelled') then return 'no_seats'; end if;

  -- Shared, so that an operator's cancellation waits for this sale and then finds it.
  select t.status not in ('cancelled', 'completed') and boards_at(t.id, b.leg_from) > clock_timestamp()
    into can_board from trip t where t.id = b.trip_id for share;
  if can_board then
    if sell_seats(b, b.trip_id, b.leg_from, b.leg_to, b.seats, 1, p_kid, p_ticket_ids, p_ticket_codes) then
      update booking set status = 'confirmed', confirmed_at = now(), hold_expires_at = null where id = b.id;
      return 'confirmed';
    end if;
    for attempt in 1 .. 5 loop
      others := seats_together(b.trip_id, b.leg_from, b.leg_to, cardinality(b.seats), b.id);
      exit when others is null;
      if sell_seats(b, b.trip_id, b.leg_from, b.leg_to, others, 1, p_kid, p_ticket_ids, p_ticket_codes) then
        delete from seat_claim where booking_id = b.id and seat <> all (others);
        perform seat_passengers(b.id, b.seats, others);
        update booking set status = 'confirmed', confirmed_at = now(), hold_expires_at = null, seats = others,
          reseated = true, free_cancel_until = now() + interval '24 hours' where id = b.id;
        return 'confirmed_other_seats';
      end if;
    end loop;
  end if;
  delete from seat_claim where booking_id = b.id;
  update booking set status = 'expired' where id = b.id;
  return 'no_seats';
end $$;

-- Seats the travelling passengers of a booking anew: who sat on old[i] sits on new[i].
create function seat_passengers(p_booking uuid, p_old smallint[], p_new smallint[]) returns void
language plpgsql as $$
begin
  -- By way of negative numbers, since old and new seats may overlap.
  update passenger set seat = -seat where booking_id = p_booking and state = 'travelling';
  update passenger p set seat = m.new_seat
    from unnest(p_old, p_new) m (old_seat, new_seat)
    where p.booking_id = p_booking and p.state = 'travelling' and p.seat = -m.old_seat;
end $$;

-- Takes passengers off a paid booking: their seats go back on sale, their tickets end. With the last
-- of them the booking ends too, in the status given. The money is the caller's.
create function cancel_seats(p_booking uuid, p_seats smallint[], p_status text) returns void
language plpgsql as $$
begin
  update ticket set status = 'cancelled'
    where booking_id = p_booking and seat = any (p_seats) and status = 'valid';
  update passenger set state = 'cancelled'
    where booking_id = p_booking and seat = any (p_seats) and state = 'travelling';
  delete from seat_claim where booking_id = p_booking and seat = any (p_seats);
  update booking set status = p_status, cancelled_at = now()
    where id = p_booking
      and not exists (select from passenger where booking_id = p_booking and state = 'travelling');
end $$;

-- Moves the travelling passengers of a paid booking to seats of another trip: moved | seat_taken (and
-- which) | trip_not_on_sale | not_movable. Who sat on p_old[i] gets p_seats[i]. Old tickets are reissued.
-- p_fee_percent, what cancelling would keep now, is from then on the least that it keeps.
create function move_booking(
  p_booking uuid, p_trip uuid, p_from smallint, p_to smallint, p_old smallint[], p_seats smallint[], p_types text[],
  p_fare jsonb, p_total_kobo bigint, p_fee_percent smallint, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns table (outcome text, taken smallint[]) language plpgsql as $$
declare
  b booking;
  sellable smallint[];
  next_issue int;
begin
  select * into b from booking where id = p_booking for update;
  if b.status is distinct from 'confirmed' or b.reschedules_left < 1 or b.trip_id = p_trip then
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
