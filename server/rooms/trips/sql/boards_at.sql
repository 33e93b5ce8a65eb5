-- Returns when a trip leaves the stop at which a leg begins, by the timetable, without its delay. Written in PL/pgSQL,
-- which caches the plan of its statement. PostgreSQL before version 18 plans an SQL function at each call.
create or replace function boards_at(p_trip uuid, p_from smallint) returns timestamptz language plpgsql stable as $$
begin
  return (select t.departs_at + make_interval(secs => s.departs_after_seconds)
    from trip t join schedule_stop s on s.schedule_id = t.schedule_id and s.position = p_from
    where t.id = p_trip);
end $$;
