-- Releases a vehicle that was not paid for in time; returns whether it did. Late money is handled when it arrives.
create or replace function expire_charter(p_charter uuid) returns boolean language plpgsql as $$
begin
  perform from charter where id = p_charter and state = 'awaiting_payment' and pay_until < clock_timestamp() for update;
  if not found then return false; end if;
  perform close_charter(p_charter, 'expired');
  return true;
end $$;
