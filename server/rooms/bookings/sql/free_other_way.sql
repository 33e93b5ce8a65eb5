-- Allows the other direction of a return trip to be cancelled free for 48 hours, after this one was lost without the
-- traveller's fault.
create or replace function free_other_way(p_booking uuid) returns void language sql as $$
  update booking other set free_cancel_until = greatest(other.free_cancel_until, now() + interval '48 hours')
  from booking lost
  where lost.id = p_booking and other.return_trip_id = lost.return_trip_id and other.id <> lost.id
    and other.status = 'confirmed'
$$;
