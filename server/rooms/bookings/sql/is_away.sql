-- Whether a departure has left, so that its operator can no longer delay it, give it another vehicle, or cancel it. The
-- clock alone marks trips as departed and completed, and a bus may still be in the park then. With somebody aboard, the
-- departure is away an hour after the announced time, which includes the delay, or when its arrival was due; with
-- nobody aboard, a day after the planned time. A trip that was marked before its time has left early.
create or replace function is_away(t trip) returns boolean language sql stable as $$
  select t.status in ('departed', 'completed') and (
    t.departs_at > now() or t.departs_at <= now() - interval '24 hours'
    or (t.status = 'completed' or t.departs_at + make_interval(mins => t.delay_minutes) <= now() - interval '1 hour')
      and exists (select from ticket k where k.trip_id = t.id and k.status = 'used'))
$$;
