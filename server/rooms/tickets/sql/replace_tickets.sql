-- Marks the valid tickets of a booking for these seats of a trip (null: all seats) as replaced, after new tickets were
-- issued.
create or replace function replace_tickets(p_booking uuid, p_trip uuid, p_seats smallint[]) returns void language sql as $$
  update ticket set status = 'reissued'
  where booking_id = p_booking and trip_id = p_trip and status = 'valid' and (p_seats is null or seat = any (p_seats))
$$;
