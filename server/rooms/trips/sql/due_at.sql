-- Returns when a trip arrives at the stop at which a leg ends, including its delay. Written in PL/pgSQL, which caches
-- the plan of its statement. PostgreSQL before version 18 plans an SQL function at each call.
create or replace function due_at(p_trip uuid, p_to smallint) returns timestamptz language plpgsql stable as $$
begin
  return (select t.departs_at + make_interval(secs => s.arrives_after_seconds, mins => t.delay_minutes)
    from trip t join schedule_stop s on s.schedule_id = t.schedule_id and s.position = p_to
    where t.id = p_trip);
end $$;
