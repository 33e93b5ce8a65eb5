-- Begins a payment for a booking. If p_minutes is given, its seats are held for p_minutes in total. Returns the
-- deadline.
create or replace function open_booking(p_booking uuid, p_minutes int) returns timestamptz language plpgsql as $$
declare b booking;
begin
  select * into b from booking where id = p_booking for update;
  if not found then return null; end if;
  perform make_payable(b.id, 'booking', b.reference);
  update booking set payable_id = id, status = case status when 'held' then 'awaiting_payment' else status end
    where id = b.id and (payable_id is null or status = 'held');
  return coalesce(case when p_minutes is not null then extend_hold(b.id, p_minutes) end, b.hold_expires_at);
end $$;
