-- Gives travellers of a paid booking other seats of the same departure: p_new[i] instead of p_old[i]. Tickets are
-- issued again, and the booking may be cancelled free for a day. Returns false if a seat is no longer free.
create or replace function reseat_booking(
  p_booking uuid, p_old smallint[], p_new smallint[], p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[]
) returns boolean language plpgsql as $$
declare
  b booking;
  next_issue int;
begin
  select * into b from booking where id = p_booking for update;
  select coalesce(max(issue), 0) + 1 into next_issue from ticket where booking_id = b.id;
  if not sell_seats(b, b.trip_id, b.leg_from, b.leg_to, p_new, next_issue, p_kid, p_ticket_ids, p_ticket_codes) then
    return false;
  end if;
  perform replace_tickets(b.id, b.trip_id, p_old);
  delete from seat_claim where booking_id = b.id and seat = any (p_old);
  update passenger p set seat = m.new_seat from unnest(p_old, p_new) m (old_seat, new_seat)
    where p.booking_id = b.id and p.state = 'travelling' and p.seat = m.old_seat;
  -- A new seat may be that of a traveller of this booking who has cancelled. Their place in seats then gets the seat
  -- that became free, so that no seat is named twice: prices and refunds find a traveller's place by the seat.
  update booking set reseated = true, free_cancel_until = now() + interval '24 hours',
    seats = array(select coalesce(m.new_seat, c.old_seat, s.seat) from unnest(b.seats) with ordinality s (seat, place)
      left join unnest(p_old, p_new) m (old_seat, new_seat) on m.old_seat = s.seat
      left join unnest(p_old, p_new) c (old_seat, new_seat) on c.new_seat = s.seat order by s.place)
    where id = b.id;
  return true;
end $$;
