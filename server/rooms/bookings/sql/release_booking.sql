-- Releases an open hold. Returns released | not_open.
create or replace function release_booking(p_booking uuid) returns text language plpgsql as $$
begin
  update booking set status = 'cancelled', cancelled_at = now(), hold_expires_at = null
    where id = p_booking and status in ('held', 'awaiting_payment');
  if not found then return 'not_open'; end if;
  delete from seat_claim where booking_id = p_booking;
  return 'released';
end $$;
