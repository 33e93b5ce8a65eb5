-- Seats of travellers who have boarded: they are neither cancelled nor moved, but their operator may still end the
-- trip.
create or replace function boarded_seats(p_booking uuid, p_seats smallint[]) returns smallint[] language sql stable as $$
  select coalesce(array_agg(seat order by seat), '{}') from ticket
  where booking_id = p_booking and seat = any (p_seats) and status = 'used'
$$;
