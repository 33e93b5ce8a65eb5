-- Departs trips whose time has come, late ones by their delay. The index finds what should have left by the
-- timetable.
create or replace function depart_trips() returns void language sql as $$
  update trip set status = 'departed' where status in ('scheduled', 'boarding') and departs_at <= now()
    and departs_at + make_interval(mins => delay_minutes) <= now()
$$;
