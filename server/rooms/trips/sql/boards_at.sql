-- Returns when a trip leaves the stop at which a leg begins, by the timetable, without its delay.
-- In PL/pgSQL, the plan of its statement is cached; before version 18, that of an SQL function is made at each call.
create or replace function boards_at(p_trip uuid, p_from smallint) returns timestamptz language plpgsql stable as $$
begin
  return (select t.departs_at + make_interval(secs => s.departs_after_seconds)
    from trip t join schedule_stop s on s.schedule_id = t.schedule_id and s.position = p_from
    where t.id = p_trip);
end $$;
