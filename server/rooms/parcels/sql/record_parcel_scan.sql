-- Stores one scan, once by its id, under the parcel's lock. `p_pin_hash`: the hash of the entered PIN, needed to
-- deliver or return the parcel. The time of the scan may be at most 30 days ago, at most five minutes before the
-- payment, and at most five minutes in the future. Returns the outcome, the parcel's state, and whether the state has
-- changed.
create or replace function record_parcel_scan(
  p_parcel uuid, p_scan parcel_event, p_pin_hash bytea, p_plate text, p_driver_name text, p_driver_phone text,
  out result text, out state text, out has_moved boolean
) language plpgsql as $$
declare
  it parcel;
  hands_out boolean := p_scan.kind in ('delivered', 'returned');
begin
  select * into strict it from parcel where id = p_parcel for update;
  state := it.state;
  has_moved := false;
  if exists (select from parcel_event where id = p_scan.id) then
    result := 'duplicate';
    return;
  end if;
  if it.state in ('pending_payment', 'cancelled') or (it.proved_at is not null and hands_out) then
    result := 'not_live';
    return;
  end if;
  if p_scan.occurred_at not between greatest(it.paid_at - interval '5 minutes', clock_timestamp() - interval '30 days')
    and clock_timestamp() + interval '5 minutes'
  then
    result := 'wrong_time';
    return;
  end if;
  if hands_out and it.pin_tries >= 5 then
    result := 'pin_locked';
    return;
  end if;
  if hands_out and p_pin_hash is distinct from it.pin_hash then
    update parcel set pin_tries = pin_tries + 1 where id = it.id and p_pin_hash is not null;
    result := 'wrong_pin';
    return;
  end if;
  -- A scanner's clock may be wrong, so `occurred_at` is limited to the time from the payment until now. `said_at` is
  -- stored as reported, so that scans sent together keep their order.
  p_scan.said_at := p_scan.occurred_at;
  p_scan.occurred_at := least(clock_timestamp(), greatest(p_scan.occurred_at, it.paid_at));
  insert into parcel_event (id, parcel_id, kind, occurred_at, said_at, operator_id, key_id, member_id, motor_park_id,
      trip_id)
    values (p_scan.id, it.id, p_scan.kind, p_scan.occurred_at, p_scan.said_at, p_scan.operator_id, p_scan.key_id,
      p_scan.member_id, p_scan.motor_park_id, p_scan.trip_id)
    on conflict (id) do nothing;
  -- Nothing was inserted: a scan of another parcel has this id. That parcel is not locked, so only the insert finds it.
  if not found then
    result := 'duplicate';
    return;
  end if;
  -- The driver is personal data like sender and receiver, so it is not stored once those are deleted.
  if p_scan.kind = 'loaded' and it.sender_name is not null and not exists (
    select from parcel_event e where e.parcel_id = it.id and e.kind = 'loaded'
      and (e.occurred_at, coalesce(e.said_at, e.occurred_at), e.id) > (p_scan.occurred_at, p_scan.said_at, p_scan.id))
  then
    update parcel set loaded_trip_id = p_scan.trip_id, loaded_at = p_scan.occurred_at, plate = p_plate,
      driver_name = p_driver_name, driver_phone = p_driver_phone where id = it.id;
  end if;
  if p_scan.kind = 'ready_for_pickup' then
    update parcel set ready_at = least(ready_at, p_scan.occurred_at) where id = it.id;
  end if;
  if p_scan.kind = 'received' then
    update parcel set received_at = least(received_at, p_scan.occurred_at) where id = it.id;
  end if;
  result := case
    when it.proved_at is not null then 'not_live'
    when p_scan.kind in ('lost', 'damaged') and not exists (
      select from parcel where id = it.id and received_at <= p_scan.occurred_at) then 'not_received'
    else 'recorded' end;
  state := coalesce(fold_parcel(it.id), it.state);
  has_moved := state <> it.state;
  if has_moved then
    update parcel p set state = record_parcel_scan.state,
      proved_at = case when hands_out then clock_timestamp() end,
      ended_at = case when hands_out then p_scan.occurred_at end
    where p.id = it.id;
  end if;
end $$;
