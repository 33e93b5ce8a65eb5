-- Marks trips as departed when they should have left, including their delay. The condition on departs_at alone is for
-- the index, which finds trips that should have left by the timetable.
create or replace function depart_trips() returns void language sql as $$
  update trip set status = 'departed' where status in ('scheduled', 'boarding') and departs_at <= now()
    and departs_at + make_interval(mins => delay_minutes) <= now()
$$;
