-- Trips whose time has come have left: late ones, as far as their operators have told, later. The index finds what
-- should have left by the timetable, of which only the late ones stay.
create or replace function depart_trips() returns void language sql as $$
  update trip set status = 'departed' where status in ('scheduled', 'boarding') and departs_at <= now()
    and departs_at + make_interval(mins => delay_minutes) <= now()
$$;
