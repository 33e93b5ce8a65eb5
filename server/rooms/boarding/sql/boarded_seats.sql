-- Who is aboard neither gives their seat back nor moves to another bus (the first is refused before it gets
-- here); their operator may still end the trip.
create or replace function boarded_seats(p_booking uuid, p_seats smallint[]) returns smallint[] language sql stable as $$
  select coalesce(array_agg(seat order by seat), '{}') from ticket
  where booking_id = p_booking and seat = any (p_seats) and status = 'used'
$$;
