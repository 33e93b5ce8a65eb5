-- Cancels passengers of a paid booking: their seats are sold again and their tickets end. With the last passenger the
-- booking ends too, in the given status. The caller handles the money.
create or replace function cancel_seats(p_booking uuid, p_seats smallint[], p_status text) returns void
language plpgsql as $$
begin
  perform cancel_tickets(p_booking, p_seats);
  update passenger set state = 'cancelled'
    where booking_id = p_booking and seat = any (p_seats) and state = 'travelling';
  delete from seat_claim where booking_id = p_booking and seat = any (p_seats);
  update booking set status = p_status, cancelled_at = now()
    where id = p_booking
      and not exists (select from passenger where booking_id = p_booking and state = 'travelling');
end $$;
