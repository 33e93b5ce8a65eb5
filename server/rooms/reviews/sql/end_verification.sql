-- Ends the verification of reviews by the trip of a booking. These reviews no longer count towards a rating.
create or replace function end_verification(p_booking uuid) returns void language sql as $$
  update review set booking_id = null, is_verified = false, vouched_by = null
  where booking_id = p_booking and vouched_by = 'trip'
$$;
