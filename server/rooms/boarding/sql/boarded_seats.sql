-- Returns those of p_seats whose travellers have boarded. Such travellers can no longer cancel or move, but the
-- operator may still cancel the trip.
create or replace function boarded_seats(p_booking uuid, p_seats smallint[]) returns smallint[] language sql stable as $$
  select coalesce(array_agg(seat order by seat), '{}') from ticket
  where booking_id = p_booking and seat = any (p_seats) and status = 'used'
$$;
