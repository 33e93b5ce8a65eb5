-- Returns when a trip leaves the stop at which a leg begins, by the timetable, without its delay.
create or replace function boards_at(p_trip uuid, p_from smallint) returns timestamptz language sql stable as $$
  select t.departs_at + make_interval(secs => s.departs_after_seconds)
  from trip t join schedule_stop s on s.schedule_id = t.schedule_id and s.position = p_from
  where t.id = p_trip
$$;
