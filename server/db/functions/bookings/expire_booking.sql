-- Ends one hold that has run out and gives its seats back; false where it has not, or its money may still come.
create or replace function expire_booking(p_booking uuid) returns boolean language plpgsql as $$
begin
  perform from booking where id = p_booking and status in ('held', 'awaiting_payment')
    and hold_expires_at < clock_timestamp() for update;
  if not found or awaits_money(p_booking) then return false; end if;
  perform free_wallet_holds(array[p_booking]);
  perform from seat_claim where booking_id = p_booking order by trip_id, seat, leg for update;
  delete from seat_claim where booking_id = p_booking;
  update booking set status = 'expired' where id = p_booking;
  return true;
end $$;
