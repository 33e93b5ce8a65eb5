-- Claims all days of a charter for its vehicle, or none. Days are claimed in order, to avoid deadlocks. Overdue unpaid
-- charters are released first. Returns false if one of the days is taken.
create or replace function take_vehicle_days(p_charter uuid) returns boolean language plpgsql as $$
declare
  it charter;
  taken int;
begin
  select * into strict it from charter where id = p_charter;
  perform expire_charter(c.id) from charter c
    where c.state = 'awaiting_payment' and c.pay_until < clock_timestamp() and c.id <> p_charter
      and c.id in (select charter_id from charter_day where vehicle_id = it.vehicle_id and day between it.from_day and it.until_day)
    order by c.id;
  insert into charter_day (vehicle_id, day, charter_id)
    select it.vehicle_id, it.from_day + n, it.id from generate_series(0, it.until_day - it.from_day) n order by n
    on conflict do nothing;
  get diagnostics taken = row_count;
  if taken = it.until_day - it.from_day + 1 then return true; end if;
  delete from charter_day where charter_id = p_charter;
  return false;
end $$;
