-- Marks trips whose time has come as departed, late ones after their delay. The index finds trips that should have left
-- by the timetable.
create or replace function depart_trips() returns void language sql as $$
  update trip set status = 'departed' where status in ('scheduled', 'boarding') and departs_at <= now()
    and departs_at + make_interval(mins => delay_minutes) <= now()
$$;
