-- Confirms a booking of seats that were sold without a network, also after the bus has left. If the departure has
-- another vehicle now, without these seats, the booking gets other seats. Returns confirmed | confirmed_other_seats |
-- no_seats.
create or replace function confirm_allotted_booking(
  p_booking uuid, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns text language plpgsql as $$
declare
  b booking;
  trip_status text;
  sellable smallint[];
  delay interval;
  sold smallint[];
begin
  select * into strict b from booking where id = p_booking for update;
  select t.status, v.sellable, make_interval(mins => t.delay_minutes) into trip_status, sellable, delay
    from trip t join schedule s on s.id = t.schedule_id
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    where t.id = b.trip_id for share of t;
  sold := b.seats;
  if not b.seats <@ sellable then
    sold := seats_together(b.trip_id, b.leg_from, b.leg_to, cardinality(b.seats), b.id);
  end if;
  if trip_status = 'cancelled' or sold is null
    or not sell_seats(b, b.trip_id, b.leg_from, b.leg_to, sold, 1, p_kid, p_ticket_ids, p_ticket_codes)
  then
    return 'no_seats';
  end if;
  if sold <> b.seats then
    delete from seat_claim where booking_id = b.id and seat <> all (sold);
    perform seat_passengers(b.id, b.seats, sold);
  end if;
  update booking set confirmed_at = now(), hold_expires_at = null, paid_kobo = total_kobo,
    seats = sold, reseated = sold <> b.seats, free_cancel_until = case when sold <> b.seats then now() + interval '24 hours' end,
    status = case when trip_status = 'completed' then 'completed'::booking_status
      when trip_status = 'departed' and boards_at(b.trip_id, b.leg_from) + delay <= now() then 'travelled' else 'confirmed' end
    where id = b.id;
  return case when sold = b.seats then 'confirmed' else 'confirmed_other_seats' end;
end $$;
