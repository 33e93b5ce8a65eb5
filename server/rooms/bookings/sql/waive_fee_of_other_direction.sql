-- Allows free cancellation of the other direction of a return trip for 48 hours, after this direction was lost through
-- no fault of the traveller.
create or replace function waive_fee_of_other_direction(p_booking uuid) returns void language sql as $$
  update booking other set free_cancel_until = greatest(other.free_cancel_until, now() + interval '48 hours')
  from booking lost
  where lost.id = p_booking and other.return_trip_id = lost.return_trip_id and other.id <> lost.id
    and other.status = 'confirmed'
$$;
