-- Trigger: checks at the end of each transaction that a live charter has claimed all its days, and that an ended one
-- has claimed none.
create or replace function charter_keeps_its_days() returns trigger language plpgsql as $$
declare
  of_charter uuid := case tg_table_name when 'charter' then (to_jsonb(new)->>'id')::uuid
    else (to_jsonb(old)->>'charter_id')::uuid end;
  wrong boolean;
begin
  if of_charter is null then return null; end if;
  select (select count(*) from charter_day d where d.charter_id = c.id and d.vehicle_id = c.vehicle_id
      and d.day between c.from_day and c.until_day) <> case when s.is_live then c.until_day - c.from_day + 1 else 0 end
    into wrong from charter c join charter_state s using (state) where c.id = of_charter;
  if wrong then
    raise exception 'charter % has not the days it should', of_charter
      using errcode = 'check_violation', constraint = 'charter_keeps_its_days';
  end if;
  return null;
end $$;
