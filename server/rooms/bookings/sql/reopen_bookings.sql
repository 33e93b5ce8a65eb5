-- Takes back that the bookings of a departure have travelled, once a delay shows that it has not left: those that board
-- later than now. A booking that has earned rewards by then stays as it is.
create or replace function reopen_bookings(p_trip uuid) returns void language sql as $$
  update booking b set status = 'confirmed' from trip t
  where t.id = p_trip and b.trip_id = t.id and b.status in ('travelled', 'completed') and b.rewarded_at is null
    and boards_at(t.id, b.leg_from) + make_interval(mins => t.delay_minutes) > now()
$$;
