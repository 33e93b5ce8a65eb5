-- How scans become a parcel's state. They arrive late, twice and out of order; the state they end in does
-- not depend on it.

alter table parcel
  -- The day on which the pickup PIN was last renewed, and how often on that day.
  add column pin_renewed_on date,
  add column pin_renewals smallint not null default 0 check (pin_renewals between 0 and 3);

-- It is handed out once.
create unique index parcel_event_end on parcel_event (parcel_id) where kind in ('delivered', 'returned');

-- Whether a parcel has not been loaded yet, nor ended, nor come to harm. What is claimed for is settled by its claim.
create function parcel_may_be_called_off(p parcel) returns boolean language sql stable as $$
  select p.state in ('pending_payment', 'paid', 'received', 'on_hold') and not exists (
    select from parcel_event e join parcel_state s on s.state = e.kind
    where e.parcel_id = p.id and s.rank >= 3 and e.kind <> 'cancelled')
    and not exists (select from parcel_claim c where c.parcel_id = p.id and c.state in ('open', 'accepted'))
$$;

-- The state that a parcel's scans say: how it ended; else trouble while nothing is later; else what came
-- furthest, and of that the latest. Null without any scan.
create function fold_parcel(p_parcel uuid) returns text language sql stable as $$
  with scan as (
    select e.id, e.kind, e.occurred_at, s.rank, s.is_end from parcel_event e join parcel_state s on s.state = e.kind
    where e.parcel_id = p_parcel and e.kind not in ('paid', 'cancelled')
  )
  select coalesce(
    (select kind from scan where is_end),
    (select kind from (select kind, rank from scan order by occurred_at desc, id desc limit 1) latest where rank is null),
    (select kind from scan where rank is not null order by rank desc, occurred_at desc, id desc limit 1))
$$;

-- Takes one scan in: once by its id, under the parcel's lock. `p_pin_hash` is of the PIN that was said, which
-- handing out needs. Answers what became of it, the parcel's state, and whether that is a new one.
create function record_parcel_scan(
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
  if hands_out and it.pin_tries >= 5 then
    result := 'pin_locked';
    return;
  end if;
  if hands_out and p_pin_hash is distinct from it.pin_hash then
    update parcel set pin_tries = pin_tries + 1 where id = it.id and p_pin_hash is not null;
    result := 'wrong_pin';
    return;
  end if;
  -- A scanner's clock may be ahead, or years behind; what it sends together keeps its order.
  p_scan.occurred_at := least(clock_timestamp(), greatest(p_scan.occurred_at, it.created_at));
  insert into parcel_event (id, parcel_id, kind, occurred_at, operator_id, key_id, motor_park_id, trip_id)
    values (p_scan.id, it.id, p_scan.kind, p_scan.occurred_at, p_scan.operator_id, p_scan.key_id,
      p_scan.motor_park_id, p_scan.trip_id)
    on conflict (id) do nothing;
  -- The same id on another parcel, whose lock nobody waited for.
  if not found then
    result := 'duplicate';
    return;
  end if;
  -- Who carried it is forgotten with its people's names.
  if p_scan.kind = 'loaded' and it.sender_name is not null and not exists (
    select from parcel_event e where e.parcel_id = it.id and e.kind = 'loaded'
      and (e.occurred_at, e.id) > (p_scan.occurred_at, p_scan.id))
  then
    update parcel set loaded_trip_id = p_scan.trip_id, loaded_at = p_scan.occurred_at, plate = p_plate,
      driver_name = p_driver_name, driver_phone = p_driver_phone where id = it.id;
  end if;
  if p_scan.kind = 'ready_for_pickup' then
    update parcel set ready_at = least(ready_at, p_scan.occurred_at) where id = it.id;
  end if;
  result := case when it.proved_at is null then 'recorded' else 'not_live' end;
  state := fold_parcel(it.id);
  has_moved := state <> it.state;
  if has_moved then
    update parcel p set state = record_parcel_scan.state,
      proved_at = case when hands_out then clock_timestamp() end,
      ended_at = case when hands_out then p_scan.occurred_at end
    where p.id = it.id;
  end if;
end $$;
