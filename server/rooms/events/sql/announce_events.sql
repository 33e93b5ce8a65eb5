-- Numbers new events and notifies listeners; returns how many there were. Only one process at a time numbers events,
-- until its transaction ends. So if a position is visible, all earlier ones are visible, too, and a process that reads
-- on from the last position misses no event.
create or replace function announce_events() returns int language plpgsql as $$
declare
  told int;
begin
  if not pg_try_advisory_xact_lock(7301, 84) then
    return 0;
  end if;
  if not exists (select from event where position is null) then
    return 0;
  end if;
  with due as materialized (
    select id from event where position is null order by id limit 2000
  ), placed as materialized (
    select id, nextval('event_position') as position from (select id from due order by id) sorted
  )
  update event e set position = p.position from placed p where e.id = p.id;
  get diagnostics told = row_count;
  if told > 0 then
    perform pg_notify('events', '');
  end if;
  return told;
end $$;
