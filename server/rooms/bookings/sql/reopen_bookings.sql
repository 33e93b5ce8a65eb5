-- Marks travelled bookings of a departure as confirmed again, after a delay has shown that the bus has not left: those
-- whose delayed boarding time is in the future. A booking that has already earned rewards does not change.
create or replace function reopen_bookings(p_trip uuid) returns void language sql as $$
  update booking b set status = 'confirmed' from trip t
  where t.id = p_trip and b.trip_id = t.id and b.status in ('travelled', 'completed') and b.rewarded_at is null
    and boards_at(t.id, b.leg_from) + make_interval(mins => t.delay_minutes) > now()
$$;
