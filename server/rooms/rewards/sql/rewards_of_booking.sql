-- Returns the sum of all rewards of a booking, kobo: its points, each worth 100, and both sides of a referral. 0 after
-- they were taken back.
create or replace function rewards_of_booking(p_booking uuid) returns bigint language sql stable as $$
  select case when exists (select from reward_taken_back where booking_id = p_booking) then 0 else
    (select coalesce(sum(points), 0) * 100 from points_entry where booking_id = p_booking and kind = 'trip')::bigint
    + (select coalesce(sum(reward_kobo), 0) * 2 from referral_reward where booking_id = p_booking)::bigint end
$$;
