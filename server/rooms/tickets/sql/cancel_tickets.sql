-- Cancels the tickets of these seats of a booking.
create or replace function cancel_tickets(p_booking uuid, p_seats smallint[]) returns void language sql as $$
  update ticket set status = 'cancelled'
  where booking_id = p_booking and seat = any (p_seats) and status in ('valid', 'used')
$$;
