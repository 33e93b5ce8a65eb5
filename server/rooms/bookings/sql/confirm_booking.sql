-- Sells seats to a booking after its money has arrived: the seats that it holds, otherwise the same seats again,
-- otherwise other seats, otherwise none. Returns confirmed | confirmed_other_seats | already_confirmed | no_seats. The
-- caller handles the money.
create or replace function confirm_booking(p_booking uuid, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[])
returns text language plpgsql as $$
declare
  b booking;
  can_board boolean;
  has_seats boolean;
  others smallint[];
begin
  select * into b from booking where id = p_booking for update;
  if b.status in ('confirmed', 'travelled', 'completed') then return 'already_confirmed'; end if;
  if b.id is null or b.status in ('cancelled', 'operator_cancelled') then return 'no_seats'; end if;

  -- A shared lock, so that an operator's cancellation waits for this sale and then includes it.
  select t.status not in ('cancelled', 'completed')
      and t.departs_at + make_interval(secs => s.departs_after_seconds) > clock_timestamp()
    into can_board from trip t join schedule_stop s on s.schedule_id = t.schedule_id and s.position = b.leg_from
    where t.id = b.trip_id for share of t;
  -- A cheaper vehicle ends unpaid bookings, whose price is too high then; it does not see those that have expired.
  if can_board and not (b.status = 'expired' and exists (select from vehicle_change c where c.trip_id = b.trip_id
    and c.worth_percent < 100 and (c.done_at is null or c.done_at > b.created_at)))
  then
    -- The departure may have another vehicle now, without these seats.
    select b.seats <@ v.sellable into has_seats from trip t join schedule s on s.id = t.schedule_id
      join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type) where t.id = b.trip_id;
    if has_seats and sell_seats(b, b.trip_id, b.leg_from, b.leg_to, b.seats, 1, p_kid, p_ticket_ids, p_ticket_codes) then
      update booking set status = 'confirmed', confirmed_at = now(), hold_expires_at = null, paid_kobo = total_kobo
        where id = b.id;
      return 'confirmed';
    end if;
    for attempt in 1 .. 5 loop
      others := seats_together(b.trip_id, b.leg_from, b.leg_to, cardinality(b.seats), b.id);
      exit when others is null;
      if sell_seats(b, b.trip_id, b.leg_from, b.leg_to, others, 1, p_kid, p_ticket_ids, p_ticket_codes) then
        delete from seat_claim where booking_id = b.id and seat <> all (others);
        perform seat_passengers(b.id, b.seats, others);
        update booking set status = 'confirmed', confirmed_at = now(), hold_expires_at = null, paid_kobo = total_kobo,
          seats = others, reseated = true, free_cancel_until = now() + interval '24 hours' where id = b.id;
        return 'confirmed_other_seats';
      end if;
    end loop;
  end if;
  delete from seat_claim where booking_id = b.id;
  update booking set status = 'expired' where id = b.id;
  return 'no_seats';
end $$;
