-- Begins a payment of a parcel. Returns the deadline: 31 minutes from now, or the deadline of the parcel if that is
-- earlier. An attempt to pay ends a minute before it (`open_attempt`). Ignores p_minutes, which only some kinds of
-- payables need.
create or replace function open_parcel(p_parcel uuid, p_minutes int) returns timestamptz language plpgsql as $$
declare it parcel;
begin
  select * into it from parcel where id = p_parcel for update;
  if not found then return null; end if;
  perform make_payable(it.id, 'parcel', it.tracking_id);
  update parcel set payable_id = id where id = it.id and payable_id is null;
  return least(it.pay_until, clock_timestamp() + interval '31 minutes');
end $$;
