-- Gives the travelling passengers of a booking other seats: p_new[i] instead of p_old[i]. p_old must name the seats of
-- all of them.
create or replace function seat_passengers(p_booking uuid, p_old smallint[], p_new smallint[]) returns void
language plpgsql as $$
begin
  -- Uses negative numbers in between, since old and new seats may overlap.
  update passenger set seat = -seat where booking_id = p_booking and state = 'travelling';
  update passenger p set seat = m.new_seat
    from unnest(p_old, p_new) m (old_seat, new_seat)
    where p.booking_id = p_booking and p.state = 'travelling' and p.seat = -m.old_seat;
end $$;
