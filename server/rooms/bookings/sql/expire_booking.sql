-- Expires one overdue hold and releases its seats. Returns false if it is not overdue, or if its money may still
-- arrive.
create or replace function expire_booking(p_booking uuid) returns boolean language plpgsql as $$
declare b booking;
begin
  select * into b from booking where id = p_booking and status in ('held', 'awaiting_payment')
    and hold_expires_at < clock_timestamp() for update;
  if not found or waits_for_money(b) then return false; end if;
  perform free_wallet_holds(array[b.id, b.return_trip_id]);
  perform from seat_claim where booking_id = p_booking order by trip_id, seat, leg for update;
  delete from seat_claim where booking_id = p_booking;
  update booking set status = 'expired' where id = p_booking;
  return true;
end $$;
