-- Extends an open hold, once, to p_minutes from its start. Returns its deadline, or null if it is no longer open.
create or replace function extend_hold(p_booking uuid, p_minutes int) returns timestamptz language plpgsql as $$
declare
  until_ts timestamptz;
begin
  select case when b.hold_extended then b.hold_expires_at
         else greatest(b.hold_expires_at, b.created_at + make_interval(mins => p_minutes)) end
    into until_ts
    from booking b where b.id = p_booking and b.status in ('held', 'awaiting_payment') for update;
  if not found or not exists (select from seat_claim where booking_id = p_booking) then return null; end if;
  update booking set hold_expires_at = until_ts, hold_extended = true where id = p_booking;
  update seat_claim set expires_at = until_ts where booking_id = p_booking and expires_at is not null;
  return until_ts;
end $$;
