-- Whether a departure has left, so that its operator can no longer delay it, give it another vehicle, or cancel it.
-- Trips are marked as departed and completed by the time alone, while the bus may still be in the park. So a marked
-- departure counts as away with somebody aboard one hour after the announced time (with the delay), or once it is
-- completed; with nobody aboard, a day after the planned time. A departure that was marked before its planned time has
-- left early, and is away at once.
create or replace function is_away(t trip) returns boolean language sql stable as $$
  select t.status in ('departed', 'completed') and (
    t.departs_at > now() or t.departs_at <= now() - interval '24 hours'
    or (t.status = 'completed' or t.departs_at + make_interval(mins => t.delay_minutes) <= now() - interval '1 hour')
      and exists (select from ticket k where k.trip_id = t.id and k.status = 'used'))
$$;
